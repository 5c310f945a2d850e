import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DbtSyncPhaseName } from '@facet/contract'
import { removeTree } from '#adapters/children'
import type { Logger } from '#adapters/log'
import type { ObjectStore } from '#adapters/object-store'
import { type Db, inTransaction, type Pool } from '#db'
import { createDefects, createRedactor, type Defects, foreignText, type LineLog, type RunningStep } from '#engine/hosting'
import type { UnreferencedObjects } from '#engine/modeling'
import { mayPass } from '#kernel/may-pass'
import type { Bulkhead } from '#limits'
import type { KeyRing } from '#secrets'
import type { SyncEnd } from './activity-types.ts'
import { withDeadline } from './deadline.ts'
import { createPhases, type Phases, type ShownProgress } from './phases.ts'
import type { PhaseControl, SyncSteps } from './steps.ts'
import { redactError } from './redact-error.ts'
import { createSyncLog } from './sync-log.ts'
import { asSyncProblem, problemView, SyncProblem } from './sync-problem.ts'
import { beginSync, type BegunSync, isCommitted, recordOutcome, touchSync } from './sync-queries.ts'
import { loadSource, type SyncSource } from './sync-source.ts'
import type { SyncId } from './types.ts'
import { SyncCancelled } from './sync-cancelled.ts'
import { SyncOver } from './sync-over.ts'
import { watchSync } from './watch-sync.ts'

export type SyncParts = {
  pool: Pool
  keyRing: KeyRing
  objects: Pick<ObjectStore, 'getToFile'>
  unreferencedObjects: Pick<UnreferencedObjects, 'store'>
  steps: SyncSteps
  /** How many run at once on this node, shared between tenants. */
  places: Pick<Bulkhead<number>, 'enter'>
  /** Where runs of this process have folders for as long as they take. */
  folder: string
  log: Pick<Logger, 'warn'>
  /** Before what may pass is tried again. */
  pausesMs?: readonly number[]
}

/** One attempt at a step of a run. */
export type Attempt = {
  parts: SyncParts
  sync: SyncId
  begun: BegunSync
  source: SyncSource
  folder: string
  signal: AbortSignal
  phases: Phases
  say: (line: string) => void
  show: (progress: ShownProgress) => void
  /** A phase under its time limit. */
  phase: <T>(name: DbtSyncPhaseName, timeoutMs: number, work: (control: PhaseControl) => Promise<T>) => Promise<T>
  write: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

// What is no outage and no fault of the project is a defect here: it is tried some times, then said.
const maxDefects = 5
const maxMessageLength = 4000

type Settling = Pick<Attempt, 'parts' | 'sync' | 'write'> & {
  redact: (text: string) => string
  phases: Pick<Phases, 'current' | 'list'>
  lines: LineLog
  stage: () => string
  defects: Defects
  stepSignal: AbortSignal
}

const fail = async (settling: Settling, thrown: SyncProblem): Promise<SyncEnd> => {
  const { redact, phases, sync, write, lines, stage } = settling
  const text = foreignText(thrown.message, maxMessageLength, redact)
  const dbtSaid = thrown.dbtSaid === null ? null : foreignText(thrown.dbtSaid, maxMessageLength, redact)
  lines.add(text)
  const isEnded = await write(async (db) => {
    // Its commit is there: what failed after it is tried again, and the run completes.
    if (await isCommitted(db, sync)) throw thrown
    const phase = phases.current()
    return recordOutcome(db, sync, {
      status: 'FAILED',
      lastStage: stage(),
      phases: phases.list(),
      errorMessage: text,
      failedPhase: phase,
      problem: { ...problemView(thrown, phase), dbtSaid },
    })
  })
  return isEnded ? 'failed' : 'over'
}

/** What the outcome is of an attempt that threw. Thrown again: it is tried again, here or on another worker. */
const settle = async (settling: Settling, error: unknown, attempt: number): Promise<SyncEnd> => {
  const { parts, sync, write, phases, stage, defects } = settling
  if (error instanceof SyncOver) return 'over'
  if (error instanceof SyncCancelled) {
    const outcome = { status: 'CANCELLED', lastStage: stage(), phases: phases.list() } as const
    return (await write((db) => recordOutcome(db, sync, outcome))) ? 'cancelled' : 'over'
  }
  redactError(error, settling.redact)
  if (settling.stepSignal.aborted) throw error
  const problem = asSyncProblem(error)
  if (problem) return fail(settling, problem)
  parts.log.warn({ err: error, sync, attempt }, 'a step of a dbt sync failed')
  if (mayPass(error) || defects.count() < maxDefects) throw error
  const text = `The platform could not run this sync. The operator finds the cause in the log by sync ${sync.syncId}.`
  return fail(settling, new SyncProblem('internal_error', text))
}

const nothing = (text: string): string => text

/** Begins a step of a run, does its work under watch, and gives the run its outcome where it fails. What an attempt leaves on the disk goes with it. */
export const runStep = async <T>(
  parts: SyncParts,
  sync: SyncId,
  step: RunningStep,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T | SyncEnd> => {
  const write = <R>(job: (db: Db) => Promise<R>): Promise<R> => inTransaction(parts.pool, sync.tenantId, 'read write', job)
  const defects = createDefects(step)
  let progress: ShownProgress = { stage: 'INITIALIZING', message: null }
  const stage = (): string => progress.stage
  const unbegun = { parts, sync, write, stage, defects, redact: nothing, lines: createSyncLog(sync, nothing), stepSignal: step.signal }
  const flushOf = (lines: LineLog) => () => lines.flush(write)
  const keepLines = (lines: LineLog): Promise<void> =>
    flushOf(lines)().catch((error: unknown) => parts.log.warn({ err: error, sync }, 'lines of a dbt sync were not kept'))

  const begin = async (): Promise<{ begun: BegunSync; source: SyncSource } | SyncEnd> => {
    try {
      const begun = await write((db) => beginSync(db, sync))
      if (!begun) return 'over'
      if (begun.isCancelled) throw new SyncCancelled()
      return { begun, source: await write((db) => loadSource(db, parts.keyRing, sync, begun)) }
    } catch (error) {
      return settle({ ...unbegun, phases: { current: () => null, list: () => [] } }, error, step.attempt)
    }
  }
  const started = await begin()
  if (typeof started === 'string') {
    await keepLines(unbegun.lines)
    return started
  }

  const { begun, source } = started
  const redact = createRedactor(source.given)
  const lines = createSyncLog(sync, redact)
  const show = (next: ShownProgress): void => {
    progress = { stage: next.stage, message: next.message === null ? null : foreignText(next.message, 500, redact) }
  }
  const before = begun.generated?.phases ?? []
  const { elapsedMs } = begun
  const { pausesMs } = parts
  const phases = createPhases({ before, elapsedMs, show, say: lines.add, ...(pausesMs ? { pausesMs } : {}) })
  const watched = watchSync(
    step,
    () => ({ ...(defects.progress(phases.current() ?? 'begin') as object), ...progress }),
    async () => {
      const wanted = await write((db) => touchSync(db, sync, progress))
      await flushOf(lines)()
      return wanted
    },
  )
  const folder = join(parts.folder, `dbt-${sync.syncId}-${randomBytes(4).toString('hex')}`)
  const { signal } = watched
  const phase: Attempt['phase'] = (name, timeoutMs, phaseWork) =>
    phases.run(name, signal, (onProgress) => withDeadline({ signal, timeoutMs, onProgress }, name, phaseWork))
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await work({ parts, sync, begun, source, folder, signal, phases, say: lines.add, show, phase, write })
  } catch (error) {
    const settling = { ...unbegun, redact, lines, phases }
    return await settle(settling, signal.aborted ? signal.reason : error, step.attempt)
  } finally {
    await watched.stop()
    await removeTree(folder).catch((error: unknown) => parts.log.warn({ err: error, sync }, 'the folder of a dbt sync was not removed'))
    await keepLines(lines)
  }
}
