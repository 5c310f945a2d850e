/** Deployments below the operations: builds of their data models, and the engine processes that serve them. */
export * from './builds/index.ts'
export * from './engines/index.ts'
export type { ConnectionTest, TestConnection } from './launch/index.ts'
export { type EngineContexts, type EngineServices, openEngine } from './open.ts'
export * from './remote/index.ts'
export * from './serving/index.ts'
