import { type Bulkhead, createBulkhead } from '#limits'

/** How many models compile at once on this node, shared between tenants; those that somebody waits for apart from those of builds. */
export type CompilePlaces = { buildPlaces: Bulkhead<number>; checkPlaces: Bulkhead<number> }

/** Where there is more than one, no tenant has all of them: a model that never ends keeps its place until its time is up. */
const shared = (capacity: number) => ({ holder: 'tenant', capacity, maxPerKey: Math.max(1, capacity - 1) })

// Builds wait for as long as it takes: whoever asked for one was answered long ago.
const buildLine = { maxWaiting: 1000, maxWaitingPerKey: 1000, maxWaitMs: 20 * 60_000 }
// Behind more than these nobody's turn would come before the caller gives up.
const checkLine = { maxWaiting: 200, maxWaitingPerKey: 20, maxWaitMs: 2 * 60_000 }

export const createCompilePlaces = (capacity: number): CompilePlaces => ({
  buildPlaces: createBulkhead<number>({ what: 'places for builds', ...shared(capacity), ...buildLine }),
  checkPlaces: createBulkhead<number>({ what: 'places for checks of data models', ...shared(capacity), ...checkLine }),
})
