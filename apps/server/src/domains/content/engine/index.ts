/** Content below the operations: how many archives a node works with at once. */
export { type EngineContexts, type EngineServices, openEngine } from './open.ts'
