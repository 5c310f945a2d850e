import { type CountedCaller, ownKeyOf } from '#access'
import type { BaseConfig } from '#config'
import { Failure } from '#kernel/failure'
import { createRateLimiter, type RateLimiter } from '#limits'

/** What the two headers of an answer say: how much is left of the nearer limit, and what the limits are. */
export type Counted = { left: string; policy: string }

export type RateLimits = {
  check: (caller: CountedCaller) => Counted
  /** For opening a stream that is held open: as many, and counted by themselves. */
  checkHeldOpen: (caller: CountedCaller) => Counted
  /** For who sends no credential. Not counted to the tenant: anonymous callers must not use up the limits of its keys. */
  checkAddress: (network: string) => Counted
}

type RequestLimits = Pick<BaseConfig['rateLimits'], 'perKey' | 'perTenant' | 'perEmbedUser' | 'perTenantFrames'>

type Limit = { name: string; called: string; perSecond: number; limiter: RateLimiter }

const limited = ({ called, perSecond }: Limit, retryAfterSeconds: number): Failure =>
  new Failure('rate_limited', `${called} limited to ${perSecond} requests per second. Retry after ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })

const take = (limit: Limit, id: number | string): { remaining: number; resetSeconds: number } => {
  const taken = limit.limiter.take(id)
  if ('retryAfterSeconds' in taken) throw limited(limit, taken.retryAfterSeconds)
  return taken
}

const leftOf = ({ name }: Limit, { remaining, resetSeconds }: { remaining: number; resetSeconds: number }): string =>
  `"${name}";r=${remaining};t=${resetSeconds}`

/** One's own limit and that of all who are counted with one; the header tells the nearer. */
const createPair = (own: Limit, shared: Limit) => {
  const policy = [own, shared].map(({ name, perSecond }) => `"${name}";q=${perSecond};w=1`).join(', ')
  return (id: number | string, tenantId: number): Counted => {
    const mine = take(own, id)
    const ours = take(shared, tenantId)
    return { policy, left: mine.remaining <= ours.remaining ? leftOf(own, mine) : leftOf(shared, ours) }
  }
}

/**
 * The frames of a tenant have limits of their own: their number is up to its visitors, and they must not use up what its
 * backend mints with. All frames of one user count as one, so that none of them takes what the others' may use.
 */
export const createRateLimits = (limits: RequestLimits, liveNodes: () => number): RateLimits => {
  const limitOf = (name: string, called: string, perSecond: number): Limit => ({
    name,
    called,
    perSecond,
    limiter: createRateLimiter(perSecond, liveNodes),
  })
  const checkKey = createPair(limitOf('key', 'This API key is', limits.perKey), limitOf('tenant', 'This tenant is', limits.perTenant))
  const checkFrame = createPair(
    limitOf('embed-user', 'The frames of this user are', limits.perEmbedUser),
    limitOf('tenant-frames', 'All frames of this tenant are', limits.perTenantFrames),
  )
  const checkStream = createPair(
    limitOf('streams', 'Streams of this caller are', limits.perEmbedUser),
    limitOf('tenant-streams', 'All streams of this tenant are', limits.perTenantFrames),
  )
  const address = limitOf('address', 'This address is', limits.perKey)
  const addressPolicy = `"address";q=${limits.perKey};w=1`
  return {
    check: (caller) => (caller.embed ? checkFrame : checkKey)(ownKeyOf(caller), caller.tenantId),
    checkHeldOpen: (caller) => checkStream(ownKeyOf(caller), caller.tenantId),
    checkAddress: (network) => ({ policy: addressPolicy, left: leftOf(address, take(address, network)) }),
  }
}
