import { Failure } from '#kernel/failure'
import { createRateLimiter, networkOf } from '#limits'

/** Admits by address who may be anybody: what they send is known to be nobody's only when it was looked up, and that has a price. */
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
        `Too many unknown credentials and host names came from this address. Check what is sent, and come back after ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      )
    },
    countUnknown: (address) => unknown.charge(networkOf(address)),
  }
}
