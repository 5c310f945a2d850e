/** Ends the repetition; resolves when a turn that is under way has ended. */
export type Repetition = { stop: () => Promise<void> }

/**
 * Does the work again and again, each time so long after the last turn ended: a slow turn never meets the next one. What fails is told,
 * and tried again like everything else. It never keeps the process alive.
 */
export const repeat = (
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onProblem: (error: unknown) => void,
): Repetition => {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  const turn = async (): Promise<void> => {
    try {
      await work(stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) onProblem(error)
    }
    schedule()
  }
  const schedule = (): void => {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      underWay = turn()
    }, everyMs)
    timer.unref()
  }
  schedule()
  return {
    stop: async () => {
      stopping.abort(new Error('The process is stopping.'))
      clearTimeout(timer)
      await underWay
    },
  }
}
