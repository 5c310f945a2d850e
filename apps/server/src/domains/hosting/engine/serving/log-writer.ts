import { inTransaction, type Pool } from '#db'
import { repeat } from '#kernel/repeat'
import type { ProcessRow } from '../engines/index.ts'
import { insertLogLines, type LogLine, type LogOwner } from './log-queries.ts'

/** The process that says something. */
export type LogSource = Pick<ProcessRow, 'name'> & { spec: LogOwner & { buildId: number } }

export type LogWriter = {
  add: (process: LogSource, line: string) => void
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
}

type Waiting = LogOwner & { lines: LogLine[]; dropped: number; last: Omit<LogLine, 'message'> }

const standards = { everyMs: 1000, maxPerDeployment: 1000, max: 20_000 }

/** Keeps what engine processes say: in batches, a transaction for each deployment. What the database does not take in time is dropped, and counted. */
export const createLogWriter = ({ pool, onProblem, ...options }: LogWriterOptions): LogWriter => {
  const { everyMs, maxPerDeployment, max } = { ...standards, ...options }
  let waiting = new Map<string, Waiting>()
  let total = 0

  const queueOf = ({ name, spec: { tenantId, deploymentId, buildId } }: LogSource): Waiting => {
    const key = `${tenantId}/${deploymentId}`
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

  const flush = async (): Promise<void> => {
    const taken = waiting
    waiting = new Map()
    for (const queue of taken.values()) {
      // They are not tried again: the next ones wait behind them, and the database may be away for long.
      await write(queue).catch(onProblem)
      total -= queue.lines.length
    }
  }

  const repetition = repeat(everyMs, flush, onProblem)
  return {
    add: (process, line) => {
      const queue = queueOf(process)
      if (queue.lines.length >= maxPerDeployment || total >= max) {
        queue.dropped += 1
        return
      }
      // PostgreSQL keeps no NUL in a text.
      queue.lines.push({ ...queue.last, message: line.replaceAll('\0', '') })
      total += 1
    },
    flush,
    stop: async () => {
      await repetition.stop()
      await flush()
    },
  }
}
