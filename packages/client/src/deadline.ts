export type Deadline = {
  readonly signal: AbortSignal
  readonly hasPassed: () => boolean
  /** Stops the clock; the signal of the caller stays in force. */
  readonly stop: () => void
}

/** Joins the time one attempt may take with the signal of the caller. */
export const deadline = (timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline => {
  const clock = new AbortController()
  // A timer set to more than it can count fires at once, so an endless time gets none.
  const timer = timeoutMs < 2 ** 31 ? setTimeout(() => clock.abort(), timeoutMs) : undefined
  return {
    signal: callerSignal ? AbortSignal.any([clock.signal, callerSignal]) : clock.signal,
    hasPassed: () => clock.signal.aborted,
    stop: () => clearTimeout(timer),
  }
}
