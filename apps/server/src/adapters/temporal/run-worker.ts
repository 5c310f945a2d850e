import { setTimeout as pause } from 'node:timers/promises'
import { hasCode } from '#kernel/system-errors'
import type { StartedWorker, WorkerSettings } from './worker.ts'

export type RunningWorker = {
  /** Whether it is connected and takes work. */
  isWorking: () => boolean
  /** Why it takes no work, in a sentence for callers of the API; null while it works, or was not tried yet. */
  problem: () => string | null
  /** Takes no more work, lets what is under way end, and ends. */
  stop: () => Promise<void>
}

export type RunWorkerOptions = Omit<WorkerSettings, 'workflowBundle'> & {
  /** Asked in the background. */
  workflowBundle: () => Promise<string>
  /** Why nothing may be done now: the database may be a copy, and what it would be asked for is the original's to do. */
  servingProblem: () => Promise<string | null>
  onProblem: (what: string, error: unknown) => void
}

const notInstalled =
  'long work is not done by this process: the library @temporalio/worker is not installed beside it; docs/operate/long-work.md says how'
const libraryMissing = 'The worker library @temporalio/worker is not installed beside the service.'
const notConnected = 'The worker is not connected to Temporal, and tries again. Its log says why.'
const firstPauseMs = 500
const longestPauseMs = 15_000

/** Works until stopped. Without Temporal it goes on trying, later and later, and never fails whoever started it. */
export const runWorker = ({ workflowBundle, servingProblem, onProblem, ...settings }: RunWorkerOptions): RunningWorker => {
  const stopping = new AbortController()
  let started: StartedWorker | null = null
  let problem: string | null = null
  let bundle: string | undefined

  const workOnce = async (): Promise<void> => {
    // Loaded here: the library with its native part need not be installed where nobody works.
    const { startWorker } = await import('./worker.ts')
    bundle ??= await workflowBundle()
    const refused = await servingProblem()
    if (refused !== null) throw new Error(refused)
    started = await startWorker({ ...settings, workflowBundle: bundle })
    problem = null
    if (stopping.signal.aborted) started.stop()
    try {
      await started.ended
    } finally {
      started = null
    }
  }

  const work = async (): Promise<void> => {
    let pauseMs = firstPauseMs
    while (!stopping.signal.aborted) {
      const began = performance.now()
      try {
        await workOnce()
      } catch (error) {
        problem = hasCode(error, 'ERR_MODULE_NOT_FOUND') ? libraryMissing : notConnected
        if (problem === libraryMissing) return onProblem(notInstalled, error)
        onProblem('long work is not being done by this process; it is tried again', error)
      }
      if (performance.now() - began > longestPauseMs) pauseMs = firstPauseMs
      await pause(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    }
  }
  const working = work()
  return {
    isWorking: () => started !== null,
    problem: () => problem,
    stop: async () => {
      stopping.abort()
      started?.stop()
      await working
    },
  }
}
