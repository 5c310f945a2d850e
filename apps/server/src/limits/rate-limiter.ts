export type RateLimiter = {
  take: (id: number | string) => { remaining: number; resetSeconds: number } | { retryAfterSeconds: number }
  /** Takes nothing: how long one whose allowance is used up has to wait, or nothing. */
  waitOf: (id: number | string) => number | undefined
  /** Takes also what is not there: whoever was let in with too much at once waits until all of it is paid back. */
  charge: (id: number | string, weight?: number) => void
  /** Gives back what was taken and not used. */
  giveBack: (id: number | string, weight: number) => void
  /**
   * For what has a weight: whoever comes while anything is left is let in whatever it weighs, since one could weigh more than a second's
   * worth. Whoever comes later is told how long to wait; where that is too long, nothing is taken.
   */
  reserve: (
    id: number | string,
    weight: number,
    maxWaitMs: number,
  ) => { waitMs: number; remaining: number; resetSeconds: number } | { retryAfterSeconds: number }
}

const windowMs = 1000
const maxTracked = 100_000
const maxSwept = 32
const maxDebtMs = 10_000
const toleranceMs = 0.001

/**
 * GCRA: one number per id, the time at which its allowance would be used up. A second's worth may come at once. Counted per
 * process, each taking its share of the limit among the live ones, so that no request waits for a shared counter.
 */
export const createRateLimiter = (perSecond: number, liveNodes: () => number, now: () => number = () => performance.now()): RateLimiter => {
  const usedUpAt = new Map<number | string, number>()
  let sweep = usedUpAt.entries()
  /**
   * Makes room for one more id. Looks at a few entries, each time at the next ones, and removes the idle ones among them. If none is idle,
   * removes the one with the least debt: a caller with many ids cannot clear the debt of a heavy one.
   */
  const makeRoom = (time: number): void => {
    let least: { id: number | string; at: number } | undefined
    for (let swept = 0; swept < maxSwept; swept++) {
      const { value, done } = sweep.next()
      if (done) {
        sweep = usedUpAt.entries()
        continue
      }
      const [id, at] = value
      if (at <= time) usedUpAt.delete(id)
      else if (!least || at < least.at) least = { id, at }
    }
    if (least && usedUpAt.size >= maxTracked) usedUpAt.delete(least.id)
  }
  const judge = (id: number | string, time: number, weight = 1) => {
    const stepMs = windowMs / Math.max(1, perSecond / Math.max(1, liveNodes()))
    const from = Math.max(usedUpAt.get(id) ?? 0, time)
    const next = from + stepMs * weight
    const aheadMs = next - time
    const retryAfterSeconds = aheadMs > windowMs + toleranceMs ? Math.max(1, Math.ceil((aheadMs - windowMs) / 1000)) : undefined
    return { stepMs, from, next, aheadMs, retryAfterSeconds }
  }
  const note = (id: number | string, time: number, next: number): void => {
    if (usedUpAt.size >= maxTracked && !usedUpAt.has(id)) makeRoom(time)
    usedUpAt.set(id, next)
  }
  return {
    waitOf: (id) => judge(id, now()).retryAfterSeconds,
    take: (id) => {
      const time = now()
      const { stepMs, next, aheadMs, retryAfterSeconds } = judge(id, time)
      if (retryAfterSeconds !== undefined) return { retryAfterSeconds }
      note(id, time, next)
      return { remaining: Math.floor((windowMs - aheadMs + toleranceMs) / stepMs), resetSeconds: Math.ceil(aheadMs / 1000) }
    },
    charge: (id, weight) => {
      const time = now()
      const { from, next } = judge(id, time, weight)
      // What was reserved may be more already.
      note(id, time, Math.max(from, Math.min(next, time + windowMs + maxDebtMs)))
    },
    giveBack: (id, weight) => {
      const at = usedUpAt.get(id)
      if (at !== undefined) usedUpAt.set(id, at - judge(id, now()).stepMs * weight)
    },
    reserve: (id, weight, maxWaitMs) => {
      const time = now()
      const { stepMs, from, next, aheadMs } = judge(id, time, weight)
      const waitMs = Math.max(0, from - time - windowMs)
      if (waitMs > maxWaitMs) return { retryAfterSeconds: Math.ceil(waitMs / 1000) }
      note(id, time, next)
      return { waitMs, remaining: Math.max(0, Math.floor((windowMs - aheadMs) / stepMs)), resetSeconds: Math.ceil(aheadMs / 1000) }
    },
  }
}
