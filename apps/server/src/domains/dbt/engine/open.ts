import type { ObjectStore } from '#adapters/object-store'
import { type Bulkhead, createBulkhead } from '#limits'
import type { DbtSettings } from '#settings/dbt'

export type EngineServices = {
  /** How many syncs run at once on this node, shared between tenants. */
  syncPlaces: Bulkhead<number>
}

export type EngineContexts = {
  request: object
  /** What syncs made, in the store. */
  reading: { syncObjects: Pick<ObjectStore, 'get'> }
  changing: object
}

// Whoever starts runs starts as many as there are places, so few wait here, and those for as long as it takes.
const line = { maxWaiting: 1000, maxWaitingPerKey: 1000, maxWaitMs: 60 * 60_000 }

export const openEngine = ({ config, objects }: { config: DbtSettings; objects: ObjectStore }) => {
  const capacity = config.dbtSyncs
  // Where there is more than one, no tenant has all of them.
  const maxPerKey = Math.max(1, capacity - 1)
  const services: EngineServices = {
    syncPlaces: createBulkhead<number>({ what: 'places for dbt syncs', holder: 'tenant', capacity, maxPerKey, ...line }),
  }
  const contexts: EngineContexts = { request: {}, reading: { syncObjects: objects }, changing: {} }
  return { services, contexts, stop: async () => undefined }
}
