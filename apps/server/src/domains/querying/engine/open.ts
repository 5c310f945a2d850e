import type { DataTarget, GuardedCache } from '#access'
import { type BulkheadLimits, type ByteBudget, createBulkhead } from '#limits'
import { createEngineSlots } from './engine-slots.ts'
import { createMeasureCache, type MeasureCache } from './measure-cache.ts'
import { createPlaces, type Places } from './places.ts'

// An engine answers a few hundred requests a second; who has more of them open than this waits for a warehouse that does not keep up.
const openRequests: BulkheadLimits = {
  what: 'requests to engines',
  holder: 'tenant',
  capacity: 4096,
  maxPerKey: 1024,
  maxWaiting: 4096,
  maxWaitingPerKey: 1024,
  maxWaitMs: 10_000,
}

// A quarter of the connections to an engine: whoever lets answers lie leaves the rest of them to the others.
const openRequestsOfOne: BulkheadLimits = {
  ...openRequests,
  holder: 'user or token',
  // All that are answered and all that wait for it: what one has is bounded here, what all have there.
  capacity: openRequests.capacity + openRequests.maxWaiting,
  maxPerKey: 64,
  maxWaitingPerKey: 256,
}

export type EngineServices = {
  /** For whatever asks an engine, by the data API or by an operation. */
  dataPlaces: Places
}

export type EngineContexts = {
  request: object
  reading: EngineServices & {
    dataTargets: GuardedCache<DataTarget>
    /** Bytes that answers of engines hold until they are passed on. */
    queryMemory: Pick<ByteBudget<number>, 'open'>
    measureCache: MeasureCache
  }
  changing: object
}

type Base = { dataTargets: GuardedCache<DataTarget>; workMemory: ByteBudget<number> }

export const openEngine = ({
  dataTargets,
  workMemory,
}: Base): { services: EngineServices; contexts: EngineContexts; stop: () => Promise<void> } => {
  const dataPlaces = createPlaces(createBulkhead(openRequestsOfOne), createEngineSlots(), createBulkhead(openRequests))
  return {
    services: { dataPlaces },
    contexts: {
      request: {},
      reading: { dataPlaces, dataTargets, queryMemory: workMemory, measureCache: createMeasureCache() },
      changing: {},
    },
    stop: async () => undefined,
  }
}
