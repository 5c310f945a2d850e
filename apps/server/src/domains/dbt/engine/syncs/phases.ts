import { setTimeout as pause } from 'node:timers/promises'
import type { DbtSyncPhaseName, DbtSyncRunPhase, DbtSyncStage } from '@facet/contract'
import { asSyncProblem } from './sync-problem.ts'

/** The stage that each phase is told as, and what a person reads until the phase says more. */
const shown: Record<DbtSyncPhaseName, { stage: DbtSyncStage; message: string }> = {
  repo_clone: { stage: 'UPLOADING_PROJECT', message: 'Cloning the dbt repository' },
  dbt_deps: { stage: 'RUNNING_DBT_DEPS', message: 'Installing packages (dbt deps)' },
  dbt_parse: { stage: 'COMPILING_DBT', message: 'Parsing the dbt project' },
  dbt_catalog: { stage: 'COMPILING_DBT', message: 'Asking the warehouse for the types of columns' },
  convert: { stage: 'PROCESSING_MANIFEST', message: 'Making cubes of the models' },
  publish: { stage: 'WRITING_CUBE_FILES', message: 'Compiling the data model and committing it' },
}

export type ShownProgress = { stage: DbtSyncStage; message: string | null }

export type Phases = {
  /** Does the work of a phase and times it. What may pass is tried again here: other phases are not done again for it. */
  run: <T>(name: DbtSyncPhaseName, signal: AbortSignal, work: (onProgress: (workingOn: string) => void) => Promise<T>) => Promise<T>
  /** The phase that runs, or the one that failed. */
  current: () => DbtSyncPhaseName | null
  list: () => DbtSyncRunPhase[]
}

type Options = {
  /** Those of the steps before, and how long after the start of the run this one began. */
  before: readonly DbtSyncRunPhase[]
  elapsedMs: number
  show: (progress: ShownProgress) => void
  say: (line: string) => void
  pausesMs?: readonly number[]
}

const maxWorkingOn = 300

export const createPhases = ({ before, elapsedMs, show, say, pausesMs = [1000, 5000] }: Options): Phases => {
  const begun = performance.now()
  const list: DbtSyncRunPhase[] = [...before]
  let current: DbtSyncPhaseName | null = null

  const attempt = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    for (const pauseMs of pausesMs) {
      try {
        return await work()
      } catch (error) {
        if (signal.aborted || !asSyncProblem(error)?.isTransient) throw error
        say(`${(error as Error).message} It is tried again.`)
        await pause(pauseMs, undefined, { signal })
      }
    }
    return work()
  }

  return {
    run: async (name, signal, work) => {
      const { stage, message } = shown[name]
      current = name
      show({ stage, message })
      say(`${message}.`)
      const startedMs = performance.now()
      const noted = (outcome: DbtSyncRunPhase['outcome']): void => {
        list.push({
          phase: name,
          startedOffsetMs: Math.round(elapsedMs + startedMs - begun),
          durationMs: Math.round(performance.now() - startedMs),
          outcome,
        })
      }
      const onProgress = (workingOn: string): void => show({ stage, message: `${message}: ${workingOn.slice(0, maxWorkingOn)}` })
      try {
        const done = await attempt(signal, () => work(onProgress))
        noted('ok')
        return done
      } catch (error) {
        noted('failed')
        throw error
      }
    },
    current: () => current,
    list: () => list,
  }
}
