import type { DbtSyncPhaseName } from '@facet/contract'
import type { PhaseControl } from './steps.ts'
import { SyncProblem } from './sync-problem.ts'

// A phase that keeps to its own limit says more about where it was: it is given the time to.
const usualGraceMs = 2000

/** Ends a phase that goes past its limit and does not end itself, and says which, and what it was working on. */
export const withDeadline = async <T>(
  { signal, timeoutMs, onProgress }: PhaseControl,
  phase: DbtSyncPhaseName,
  work: (control: PhaseControl) => Promise<T>,
  graceMs: number = usualGraceMs,
): Promise<T> => {
  const clock = new AbortController()
  let workingOn: string | null = null
  const timer = setTimeout(() => {
    const at = workingOn === null ? '' : ` while working on ${workingOn.slice(0, 300)}`
    clock.abort(new SyncProblem('phase_timed_out', `The phase ${phase} took longer than ${timeoutMs / 1000} s and was ended${at}.`))
  }, timeoutMs + graceMs)
  const watched = (next: string): void => {
    workingOn = next
    onProgress(next)
  }
  try {
    return await work({ signal: AbortSignal.any([signal, clock.signal]), timeoutMs, onProgress: watched })
  } catch (error) {
    throw clock.signal.aborted && !signal.aborted ? clock.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}
