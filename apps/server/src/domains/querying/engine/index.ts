/** What whoever asks an engine shares: places of tenants and of those who ask. */
export type { MeasureCache, Measures, ReadMeasures } from './measure-cache.ts'
export { type EngineContexts, type EngineServices, openEngine } from './open.ts'
export type { Places } from './places.ts'
