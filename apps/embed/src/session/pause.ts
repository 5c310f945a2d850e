const firstMs = 1000
const maxMs = 30_000

export type Pause = (failures: number, signal: AbortSignal) => Promise<void>

/** How long to wait after so many failures: longer each time, and not the same for all frames that lost the same service. */
export const delayOf = (failures: number, random: () => number): number =>
  Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (0.5 + random() / 2)

/** Waits before the next try. Being back online ends the wait; while offline there is nothing to try. */
export const createPause =
  (view: Window): Pause =>
  (failures, signal) =>
    new Promise((resolve) => {
      const over = new AbortController()
      const end = (): void => {
        over.abort()
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => view.navigator.onLine && end(), delayOf(failures, Math.random))
      view.addEventListener('online', end, { signal: over.signal })
      signal.addEventListener('abort', end, { signal: over.signal })
      if (signal.aborted) end()
    })
