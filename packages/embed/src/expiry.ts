import { longestLeadMs, longestTimerMs } from './limits.ts'

export type Expiry = {
  /** From now on it lasts so many seconds. */
  begin: (expiresIn: number) => void
  /** Looks again, after a pause in which no timer ran. */
  check: () => void
  stop: () => void
}

/** Tells when a token is soon to end and when it has ended, by a clock that nobody sets: a laptop's own may be minutes off. */
export const createExpiry = (onDue: (secondsLeft: number) => void, onEnd: () => void): Expiry => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  let endAt = Infinity

  const stop = (): void => {
    dueAt = Infinity
    endAt = Infinity
    clearTimeout(timer)
  }
  const check = (): void => {
    clearTimeout(timer)
    const now = performance.now()
    if (now >= endAt) {
      stop()
      onEnd()
    } else if (now >= dueAt) {
      dueAt = Infinity
      onDue(Math.round((endAt - now) / 1000))
    }
    const nextAt = Math.min(dueAt, endAt)
    if (nextAt < Infinity) timer = setTimeout(check, Math.min(nextAt - now, longestTimerMs))
  }

  return {
    begin: (expiresIn) => {
      const lifeMs = expiresIn * 1000
      endAt = performance.now() + lifeMs
      dueAt = endAt - Math.min(longestLeadMs, lifeMs / 5)
      check()
    },
    check,
    stop,
  }
}
