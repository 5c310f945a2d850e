/** Ends a request on which nothing moved for a while, however long the whole of it takes. */
export type Inactivity = {
  /** The caller's own signal and the watch's: for the request. */
  signal: AbortSignal
  /** Something came or went: the time starts again. */
  moved: () => void
  /** The other side is not the one that is waited for. */
  rest: () => void
}

/** An abort says only that it happened; what is thrown from here says why. */
export const watched = async <T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (watch: Inactivity) => Promise<T>,
): Promise<T> => {
  const watch = startWatch(timeoutMs, signal)
  try {
    return await work(watch)
  } catch (error) {
    throw watch.reasonFor(error)
  } finally {
    watch.rest()
  }
}

export const startWatch = (timeoutMs: number, signal: AbortSignal | undefined): Inactivity & { reasonFor: (error: unknown) => unknown } => {
  const idle = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const rest = (): void => clearTimeout(timer)
  const moved = (): void => {
    rest()
    timer = setTimeout(() => idle.abort(new Error(`Nothing moved for ${timeoutMs} ms.`)), timeoutMs)
  }
  moved()
  return {
    signal: signal ? AbortSignal.any([signal, idle.signal]) : idle.signal,
    moved,
    rest,
    reasonFor: (error) => (idle.signal.aborted && !signal?.aborted ? (idle.signal.reason as unknown) : error),
  }
}
