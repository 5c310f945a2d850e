import type { Logger } from '#adapters/log'
import type { EngineProcess } from './engine-process.ts'
import { stopping } from './failures.ts'
import { createLogLines } from './log-lines.ts'
import type { Place } from './places.ts'
import { processNameOf } from './process-name.ts'
import type { Registry } from './registry.ts'
import { startProcess } from './start-process.ts'
import type { EngineLimits, EngineSpec, Launch, ProcessRow, ProcessStatus, RunningProcess } from './types.ts'

export type BootParts = {
  launch: Launch
  limits: EngineLimits
  registry: Registry
  log: Logger
  onLog: (process: ProcessRow, line: string) => void
  nowMs: () => number
  /** Aborted when the node stops. */
  signal: AbortSignal
}

type Observer = {
  onIdle: (process: EngineProcess) => void
  onEnded: (process: EngineProcess, reason: string | null) => void
  onFailed: (spec: EngineSpec, error: string) => void
}

type Booted = { row: ProcessRow; startedAt: Date; process: EngineProcess | null }

/** Every process of one environment from its start to its end: its row, its lines, its place and its idle time. */
export const createBoots = ({ launch, limits, registry, log, onLog, nowMs, signal }: BootParts, observer: Observer) => {
  const alive = new Map<string, Booted>()
  const gone = new Set<Promise<unknown>>()
  let restarts = 0
  let failed: ProcessRow | null = null

  const forgetFailed = (): void => {
    if (failed) registry.note(failed, 'ended')
    failed = null
  }

  const noteFailed = (row: ProcessRow): void => {
    forgetFailed()
    failed = row
    registry.note(row, 'failed')
  }

  const watchIdle = (process: EngineProcess): void => {
    const look = (): void => {
      const unusedMs = process.leases() > 0 ? 0 : nowMs() - process.lastUsedMs()
      if (unusedMs >= limits.idleMs) observer.onIdle(process)
      else timer = setTimeout(look, Math.ceil(limits.idleMs - unusedMs)).unref()
    }
    let timer = setTimeout(look, limits.idleMs).unref()
    void process.ended.then(() => clearTimeout(timer))
  }

  const boot = async (spec: EngineSpec, place: Place): Promise<EngineProcess> => {
    if (signal.aborted) {
      place.release()
      throw stopping()
    }
    const row: ProcessRow = { name: processNameOf(spec), spec, restarts }
    const lines = createLogLines((line) => onLog(row, line), limits.logLinesPerSecond)
    const booted: Booted = { row, startedAt: new Date(), process: null }
    const { promise: isGone, resolve } = Promise.withResolvers<null>()
    const onGone = (): void => {
      alive.delete(row.name)
      gone.delete(isGone)
      place.release()
      resolve(null)
    }
    alive.set(row.name, booted)
    gone.add(isGone)
    forgetFailed()
    registry.note(row, 'starting')
    try {
      const process = await startProcess({ launch, spec, name: row.name, limits, nowMs, onLine: lines.add, signal, onGone })
      booted.process = process
      registry.note(row, 'ready')
      watchIdle(process)
      const onEnded = (reason: string | null): void => {
        if (reason === null) registry.note(row, 'ended')
        else {
          restarts += 1
          lines.add(reason)
          log.warn({ process: row.name, environmentId: spec.environmentId, reason }, 'an engine process ended by itself')
          noteFailed(row)
        }
        lines.close()
        onGone()
        observer.onEnded(process, reason)
      }
      void process.ended
        .then(onEnded)
        .catch((err: unknown) => log.error({ err, process: row.name }, 'the end of an engine process was not heard'))
      return process
    } catch (error) {
      const text = failureText(error, lines.last())
      if (signal.aborted) registry.note(row, 'ended')
      else {
        observer.onFailed(spec, text)
        lines.add(text)
        noteFailed(row)
      }
      lines.close()
      throw error
    }
  }

  return {
    boot,
    note: ({ name }: EngineProcess, status: ProcessStatus): void => {
      const booted = alive.get(name)
      if (booted) registry.note(booted.row, status)
    },
    /** Whether there is neither a process nor a row of one that failed. */
    isEmpty: () => alive.size === 0 && !failed,
    /** Processes that have a place and are not ready yet. */
    starting: (): number => [...alive.values()].filter(({ process }) => process === null).length,
    list: (): RunningProcess[] => [...alive.values()].map(viewOf),
    allEnded: async (): Promise<void> => {
      await Promise.all(gone)
      forgetFailed()
    },
  }
}

const failureText = (error: unknown, lines: readonly string[]): string => {
  const text = error instanceof Error ? error.message : String(error)
  const last = lines.findLast((line) => line.trim() !== '')
  return last === undefined ? text : `${text} The last line it wrote: ${last}`
}

const statusOf = (process: EngineProcess | null): ProcessStatus => {
  if (!process) return 'starting'
  return process.isDraining() ? 'draining' : 'ready'
}

const viewOf = ({ row: { name, spec, restarts }, startedAt, process }: Booted): RunningProcess => ({
  name,
  tenantId: spec.tenantId,
  deploymentId: spec.deploymentId,
  environmentId: spec.environmentId,
  buildId: spec.buildId,
  status: statusOf(process),
  leases: process?.leases() ?? 0,
  restarts,
  startedAt,
})
