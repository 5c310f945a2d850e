import { FacetFailure } from './failure.ts'
import type { DbtSyncProgress, DbtSyncResultResponse, DbtSyncStatusResponse } from './generated/dbt-sync.ts'
import type { CallOptions } from './operation.ts'
import type { Wait } from './retry.ts'

type SyncInput = { readonly params: { readonly deploymentId: number; readonly syncJobId: string } }

export type SyncWaitOptions = {
  /** Called when stage, percentage or message are other ones than before. */
  readonly onProgress?: (progress: DbtSyncProgress) => void
  /** Between two questions; 2 seconds when left out. */
  readonly pollMs?: number
  /** How long to wait in all; 30 minutes when left out. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** How a sync ended. `UNKNOWN`: the service could not establish what became of it; look at its branch. */
export type EndedSync =
  | { readonly status: 'COMPLETED'; readonly result: DbtSyncResultResponse; readonly error: null }
  | { readonly status: 'FAILED'; readonly result: null; readonly error: string; readonly problem: DbtSyncStatusResponse['problem'] }
  | { readonly status: 'UNKNOWN'; readonly result: null; readonly error: string }

export type DbtSyncHelpers = {
  /** Waits until a sync has ended, and gives how. A cancelled one has failed. Throws when it takes too long. */
  readonly wait: (input: SyncInput, options?: SyncWaitOptions) => Promise<EndedSync>
}

type Calls = {
  readonly getDbtSyncStatus: (input: SyncInput, options?: CallOptions) => Promise<DbtSyncStatusResponse>
  readonly getDbtSyncResult: (input: SyncInput, options?: CallOptions) => Promise<DbtSyncResultResponse>
}

const tooLong = (syncJobId: string, { stage }: DbtSyncProgress, timeoutMs: number): FacetFailure =>
  new FacetFailure(
    `Sync ${syncJobId} has not ended within ${timeoutMs / 1000} s; it is at ${stage}. It goes on: wait again, or cancel it.`,
    {
      operation: 'dbtSync.wait',
      status: 0,
      code: 'wait_timed_out',
    },
  )

const endOf = async (calls: Calls, input: SyncInput, told: DbtSyncStatusResponse, options: CallOptions): Promise<EndedSync | null> => {
  if (told.status === 'COMPLETED') return { status: 'COMPLETED', result: await calls.getDbtSyncResult(input, options), error: null }
  if (told.status === 'FAILED')
    return { status: 'FAILED', result: null, error: told.error ?? 'The sync failed.', problem: told.problem ?? null }
  if (told.status !== 'UNKNOWN') return null
  return { status: 'UNKNOWN', result: null, error: told.progress.message ?? 'What became of the sync is not known.' }
}

export const dbtSyncHelpers = (calls: Calls, wait: Wait): DbtSyncHelpers => ({
  wait: async (input, { onProgress, pollMs = 2000, timeoutMs = 30 * 60_000, signal } = {}) => {
    const endsAtMs = performance.now() + timeoutMs
    const options: CallOptions = signal ? { signal } : {}
    let shown = ''
    for (;;) {
      const told = await calls.getDbtSyncStatus(input, options)
      const now = JSON.stringify(told.progress)
      if (now !== shown) onProgress?.(told.progress)
      shown = now
      const ended = await endOf(calls, input, told, options)
      if (ended) return ended
      if (performance.now() + pollMs > endsAtMs) throw tooLong(input.params.syncJobId, told.progress, timeoutMs)
      await wait(pollMs, signal)
    }
  },
})
