import { createBulkhead } from '#limits'

export type Place = { /** May be called twice. */ release: () => void }

export type Places = {
  capacity: number
  /** Without waiting. Null also while it is the turn of another tenant. */
  take: (tenantId: number) => Place | null
  /** The next place that it is this tenant's turn for. The caller has seen to it that one will be released. */
  next: (tenantId: number) => Promise<Place>
}

/** So many processes fit into the memory budget. A place is held until its process has exited; tenants take turns for them. */
export const createPlaces = (capacity: number, maxWaitMs: number): Places => {
  const slots = createBulkhead<number>({
    what: 'engine slots',
    holder: 'tenant',
    capacity,
    // A tenant that is alone uses the whole node: what it has too much of is taken back when another comes (`slot-rules.ts`).
    maxPerKey: capacity,
    maxWaiting: 5000,
    maxWaitingPerKey: 1000,
    maxWaitMs,
  })
  return {
    capacity,
    take: (tenantId) => {
      const release = slots.tryEnter(tenantId)
      return release ? { release } : null
    },
    next: async (tenantId) => ({ release: await slots.enter(tenantId) }),
  }
}
