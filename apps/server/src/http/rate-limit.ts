import { Failure } from '#failure'

export type RateLimiter = { take: (id: number | string) => { remaining: number; resetSeconds: number } | { retryAfterSeconds: number } }

const windowMs = 1000
const mostTracked = 100_000

/**
 * GCRA: one number per id, the time at which its allowance would be used up. A second's worth may come at once. Counted per
 * process, each taking its share of the limit among the live ones, so that no request waits for a shared counter.
 */
export const createRateLimiter = (perSecond: number, liveNodes: () => number, now: () => number = () => performance.now()): RateLimiter => {
  const usedUpAt = new Map<number | string, number>()
  const forgetIdle = (time: number): void => {
    for (const [id, at] of usedUpAt) if (at <= time) usedUpAt.delete(id)
    // Everyone at once is active: forgetting all errs towards letting requests pass for a moment.
    if (usedUpAt.size >= mostTracked) usedUpAt.clear()
  }
  return {
    take: (id) => {
      const time = now()
      const stepMs = windowMs / Math.max(1, perSecond / Math.max(1, liveNodes()))
      const next = Math.max(usedUpAt.get(id) ?? 0, time) + stepMs
      const aheadMs = next - time
      if (aheadMs > windowMs + 0.001) return { retryAfterSeconds: Math.max(1, Math.ceil((aheadMs - windowMs) / 1000)) }
      if (usedUpAt.size >= mostTracked) forgetIdle(time)
      usedUpAt.set(id, next)
      return { remaining: Math.floor((windowMs - aheadMs + 0.001) / stepMs), resetSeconds: Math.ceil(aheadMs / 1000) }
    },
  }
}

export type RateLimits = {
  check: (credentialId: number, tenantId: number) => string
  /** For who sends no credential. Not counted to the tenant: strangers must not use up what its keys may. */
  checkAddress: (address: string) => string
  policy: string
}

/** Two limits, the key's own and the whole tenant's; the header tells the nearer one. */
export const createRateLimits = (limits: { perKey: number; perTenant: number }, liveNodes: () => number): RateLimits => {
  const perKey = createRateLimiter(limits.perKey, liveNodes)
  const perTenant = createRateLimiter(limits.perTenant, liveNodes)
  return {
    policy: `"key";q=${limits.perKey};w=1, "tenant";q=${limits.perTenant};w=1`,
    checkAddress: (address) => {
      const taken = perKey.take(address)
      if ('retryAfterSeconds' in taken) throw limited('address', limits.perKey, taken.retryAfterSeconds)
      return `"key";r=${taken.remaining};t=${taken.resetSeconds}`
    },
    check: (credentialId, tenantId) => {
      const key = perKey.take(credentialId)
      if ('retryAfterSeconds' in key) throw limited('key', limits.perKey, key.retryAfterSeconds)
      const tenant = perTenant.take(tenantId)
      if ('retryAfterSeconds' in tenant) throw limited('tenant', limits.perTenant, tenant.retryAfterSeconds)
      return key.remaining <= tenant.remaining
        ? `"key";r=${key.remaining};t=${key.resetSeconds}`
        : `"tenant";r=${tenant.remaining};t=${tenant.resetSeconds}`
    },
  }
}

const called = { key: 'API key', tenant: 'tenant', address: 'address' } as const

const limited = (whose: keyof typeof called, limit: number, retryAfterSeconds: number): Failure =>
  new Failure('rate_limited', `This ${called[whose]} is limited to ${limit} requests per second. Come back after ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
