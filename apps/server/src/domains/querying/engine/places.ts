import { type CountedCaller, ownKeyOf } from '#access'
import type { Bulkhead, Release } from '#limits'

type Placed = { tenantId: number; countedAs: CountedCaller }

/** How many requests are answered at once, shared between tenants and, within each, between those who ask. */
export type Places = {
  /** Without waiting: nothing where `enter` would wait. */
  tryEnter: (caller: Placed) => Release | undefined
  enter: (caller: Placed, signal: AbortSignal) => Promise<Release>
}

/** One's own first: who waits for that must not hold a place of the tenant meanwhile. */
export const createPlaces = (ofCaller: Bulkhead<number | string>, ofTenant: Bulkhead<number>): Places => {
  const both = (own: Release, shared: Release): Release => {
    return () => {
      shared()
      own()
    }
  }
  return {
    tryEnter: ({ tenantId, countedAs }) => {
      const own = ofCaller.tryEnter(ownKeyOf(countedAs))
      const shared = own && ofTenant.tryEnter(tenantId)
      if (own && shared) return both(own, shared)
      own?.()
      return undefined
    },
    enter: async ({ tenantId, countedAs }, signal) => {
      const own = await ofCaller.enter(ownKeyOf(countedAs), { signal })
      try {
        return both(own, await ofTenant.enter(tenantId, { signal }))
      } catch (error) {
        own()
        throw error
      }
    },
  }
}
