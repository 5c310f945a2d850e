/** Admission of queries to engines: places of tenants, embed tenants and callers. */
export type { MeasureCache, Measures, ReadMeasures } from './measure-cache.ts'
export { type EngineContexts, type EngineServices, openEngine } from './open.ts'
export type { Places } from './places.ts'
