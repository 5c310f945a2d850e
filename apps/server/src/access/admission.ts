import { Failure } from '#kernel/failure'
import { createRateLimiter, networkOf } from '#limits'

/** Admits callers without a known credential by address: that a credential is unknown shows only after a look-up, which has a price. */
export type Admission = {
  /** Refuses an address of which too much turned out to be unknown. */
  require: (address: string) => void
  countUnknown: (address: string) => void
}

export const createAdmission = (perSecond: number, liveNodes: () => number): Admission => {
  const unknown = createRateLimiter(perSecond, liveNodes)
  return {
    require: (address) => {
      const retryAfterSeconds = unknown.waitOf(networkOf(address))
      if (retryAfterSeconds === undefined) return
      throw new Failure(
        'rate_limited',
        `Too many requests with unknown credentials or host names came from this address. Check what is sent, and retry after ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      )
    },
    countUnknown: (address) => unknown.charge(networkOf(address)),
  }
}
