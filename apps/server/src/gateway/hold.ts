import type { ServerResponse } from 'node:http'

/** What a request holds until its answer is out, or its caller is gone. */
export type Hold = {
  add: (give: () => void) => void
  /** For what is not there at once: the signal says that the caller went away. */
  wait: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>
}

const callerGone = new Error('The caller went away.')

/** A signal is made only for who waits: making one takes longer than all else that is done with a request that does not. */
export const createHold = (response: ServerResponse): Hold => {
  const held: (() => void)[] = []
  let waiting: AbortController | undefined
  const release = (): void => {
    // With a reason: to make one up takes longer than the rest of this.
    waiting?.abort(callerGone)
    for (const give of held.splice(0)) give()
  }
  response.once('close', release)
  return {
    add: (give) => {
      held.push(give)
      // The caller may have gone while it was waited for.
      if (response.closed) release()
    },
    wait: async (work) => {
      waiting = new AbortController()
      if (response.closed) release()
      try {
        return await work(waiting.signal)
      } finally {
        waiting = undefined
      }
    },
  }
}
