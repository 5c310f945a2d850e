import type { ObjectStore } from '#adapters/object-store'
import { type Bulkhead, createBulkhead } from '#limits'
import type { DbtSettings } from '#settings/dbt'

export type EngineServices = {
  /** How many syncs run at once on this node, shared between tenants. */
  syncPlaces: Bulkhead<number>
}

export type EngineContexts = {
  request: object
  reading: {
    /** What syncs made, in the store. */
    syncObjects: Pick<ObjectStore, 'get'>
    /** How many pushed files are taken in at once on this node. */
    pushPlaces: Pick<Bulkhead<number>, 'enter'>
  }
  changing: object
}

// Whoever starts runs starts as many as there are places, so few wait here, and those for as long as it takes.
const line = { maxWaiting: 1000, maxWaitingPerKey: 1000, maxWaitMs: 60 * 60_000 }

// Unpacking takes a processor each. Whoever waits is not read from: below the time that any request is given to arrive.
const pushLine = { capacity: 16, maxPerKey: 2, maxWaiting: 200, maxWaitingPerKey: 50, maxWaitMs: 15_000 }

export const openEngine = ({ config, objects }: { config: DbtSettings; objects: ObjectStore }) => {
  const capacity = config.dbtSyncs
  // Where there is more than one, no tenant has all of them.
  const maxPerKey = Math.max(1, capacity - 1)
  const services: EngineServices = {
    syncPlaces: createBulkhead<number>({ what: 'places for dbt syncs', holder: 'tenant', capacity, maxPerKey, ...line }),
  }
  const pushPlaces = createBulkhead<number>({ what: 'places for pushed files of dbt', holder: 'tenant', ...pushLine })
  const contexts: EngineContexts = { request: {}, reading: { syncObjects: objects, pushPlaces }, changing: {} }
  return { services, contexts, stop: async () => undefined }
}
