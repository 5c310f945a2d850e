import { LRUCache } from 'lru-cache'

/** The measures of a model by name: whether values of several rows may be added up. */
export type Measures = ReadonlyMap<string, boolean>

export type ReadMeasures = { measures: Measures; atMs: number }

/** `pending`: metadata that is being read for several requests. */
export type MeasureCache = { known: LRUCache<string, ReadMeasures>; pending: Map<string, Promise<Measures>> }

const maxCachedMeasures = 200_000

export const createMeasureCache = (): MeasureCache => ({
  known: new LRUCache({ maxSize: maxCachedMeasures, sizeCalculation: ({ measures }) => measures.size + 1 }),
  pending: new Map(),
})
