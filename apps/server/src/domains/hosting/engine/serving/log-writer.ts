import { inTransaction, type Pool } from '#db'
import { repeat } from '#kernel/repeat'
import { storable } from '../builds/index.ts'
import type { ProcessRow } from '../engines/index.ts'
import { createLogBudgets } from './log-budgets.ts'
import { insertLogLines, type LogLine, type LogOwner } from './log-queries.ts'
import { createLogRepeats } from './log-repeats.ts'

/** The process that says something. */
export type LogSource = Pick<ProcessRow, 'name'> & { spec: LogOwner & { buildId: number } }

export type LogWriter = {
  /** A line about a caller takes that caller's share of the deployment's log. */
  add: (process: LogSource, line: string, caller?: string) => void
  /** Writes what waits. */
  flush: () => Promise<void>
  stop: () => Promise<void>
}

export type LogWriterOptions = {
  pool: Pool
  onProblem: (error: unknown) => void
  everyMs?: number
  /** Lines that wait at most: of one deployment, and of all. */
  maxPerDeployment?: number
  max?: number
  /** What a deployment may say in a minute. */
  maxBytesPerMinute?: number
  nowMs?: () => number
}

type Waiting = LogOwner & { lines: LogLine[]; dropped: number; last: Omit<LogLine, 'message'> }

const standards = { everyMs: 1000, maxPerDeployment: 1000, max: 20_000, maxBytesPerMinute: 1_048_576, nowMs: () => performance.now() }
const maxMessageLength = 8192

const countOf = (lines: number): string => `${lines} ${lines === 1 ? 'line' : 'lines'}`

/**
 * Keeps what engine processes say: in batches, a transaction for each deployment. What the database does not take in time, or would have to
 * remove again at once, is dropped and counted.
 */
export const createLogWriter = ({ pool, onProblem, ...options }: LogWriterOptions): LogWriter => {
  const { everyMs, maxPerDeployment, max, maxBytesPerMinute, nowMs } = { ...standards, ...options }
  const budgets = createLogBudgets<LogSource>(maxBytesPerMinute, nowMs)
  const repeats = createLogRepeats<LogSource>(nowMs)
  let waiting = new Map<string, Waiting>()
  let total = 0

  const keyOf = ({ spec: { tenantId, deploymentId } }: LogSource): string => `${tenantId}/${deploymentId}`

  const queueOf = (process: LogSource): Waiting => {
    const {
      name,
      spec: { tenantId, deploymentId, buildId },
    } = process
    const key = keyOf(process)
    const last = { pod: name, buildId, at: new Date() }
    const queue = waiting.get(key) ?? { tenantId, deploymentId, lines: [], dropped: 0, last }
    waiting.set(key, queue)
    queue.last = last
    return queue
  }

  const write = async ({ tenantId, deploymentId, lines, dropped, last }: Waiting): Promise<void> => {
    const notice = { ...last, message: `${dropped} lines were dropped: they came faster than they could be kept.` }
    await inTransaction(pool, tenantId, 'read write', (db) =>
      insertLogLines(db, { tenantId, deploymentId }, dropped > 0 ? [...lines, notice] : lines),
    )
  }

  const push = (queue: Waiting, message: string): void => {
    queue.lines.push({ ...queue.last, message })
    total += 1
  }

  const noteDropped = (isLast: boolean): void => {
    for (const { source, message, lines } of repeats.takeCounted(isLast))
      push(queueOf(source), storable(`${countOf(lines)} more like this one came in a minute: ${message}`.slice(0, maxMessageLength)))
    for (const { source, caller, lines } of budgets.takeOver(isLast)) {
      const [about, share] = caller === null ? ['', ''] : [` about the caller "${caller.slice(0, 100)}"`, ' its share of']
      push(
        queueOf(source),
        `${countOf(lines)}${about} ${lines === 1 ? 'was' : 'were'} dropped: more than${share} ${maxBytesPerMinute / 1024} kB came in a minute.`,
      )
    }
  }

  const flush = async (isLast = false): Promise<void> => {
    noteDropped(isLast)
    const taken = waiting
    waiting = new Map()
    for (const queue of taken.values()) {
      if (queue.lines.length === 0 && queue.dropped === 0) continue
      // They are not tried again: the next ones wait behind them, and the database may be away for long.
      await write(queue).catch(onProblem)
      total -= queue.lines.length
    }
  }

  const repetition = repeat(everyMs, () => flush(), onProblem)
  return {
    add: (process, line, caller) => {
      const queue = queueOf(process)
      if (queue.lines.length >= maxPerDeployment || total >= max) {
        queue.dropped += 1
        return
      }
      const message = storable(line.slice(0, maxMessageLength))
      const key = keyOf(process)
      if (repeats.take(key, process, message, caller) && budgets.take(key, process, message, caller)) push(queue, message)
    },
    flush: () => flush(),
    stop: async () => {
      await repetition.stop()
      await flush(true)
    },
  }
}
