import type { RunningStep } from '#engine/hosting'
import { repeat } from '#kernel/repeat'
import { SyncCancelled } from './sync-cancelled.ts'
import { SyncOver } from './sync-over.ts'
import type { Wanted } from './sync-queries.ts'

export type Watched = { signal: AbortSignal; stop: () => Promise<void> }

// What is cancelled is to be dead within a second or two.
const everyMs = 500

/**
 * Tells Temporal that the step is alive, and asks its row whether it is still wanted. The row is what counts, also while Temporal is away. That
 * the database is away is no reason to end: it is asked again.
 */
export const watchSync = (
  { signal, heartbeat }: Pick<RunningStep, 'signal' | 'heartbeat'>,
  progress: () => unknown,
  look: () => Promise<Wanted>,
): Watched => {
  const over = new AbortController()
  heartbeat(progress())
  const turns = repeat(
    everyMs,
    async () => {
      heartbeat(progress())
      const wanted = await look()
      if (wanted === 'cancelled') over.abort(new SyncCancelled())
      if (wanted === 'over') over.abort(new SyncOver())
    },
    () => heartbeat(progress()),
  )
  return { signal: AbortSignal.any([signal, over.signal]), stop: turns.stop }
}
