import { repeat } from '#kernel/repeat'
import type { RunningStep } from './types.ts'

/** A build that has its outcome while it is still worked on: it was cancelled, a newer one took its place, or its deployment is gone. */
export class BuildOver extends Error {
  constructor() {
    super('The build has its outcome already.')
    this.name = 'BuildOver'
  }
}

export type Watched = { signal: AbortSignal; stop: () => Promise<void> }

const everyMs = 1000

/**
 * Tells Temporal that the step is alive, and looks whether its row still wants it. The row is what counts: it is cancelled in a transaction, also
 * while Temporal is away. That the database is away is no reason to end: it is asked again.
 */
export const watchBuild = (
  { signal, heartbeat }: RunningStep,
  progress: () => unknown,
  isWanted: () => Promise<boolean>,
  onTurn: () => Promise<void>,
): Watched => {
  const over = new AbortController()
  heartbeat(progress())
  const turns = repeat(
    everyMs,
    async () => {
      heartbeat(progress())
      if (!(await isWanted())) over.abort(new BuildOver())
      else await onTurn()
    },
    () => heartbeat(progress()),
  )
  return { signal: AbortSignal.any([signal, over.signal]), stop: turns.stop }
}
