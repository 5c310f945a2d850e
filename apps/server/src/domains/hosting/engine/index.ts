/** Deployments below the operations: builds of their data models, and the engine processes that serve them. */
export * from './builds/index.ts'
export * from './engines/index.ts'
export { type ConnectionTest, type TestConnection, warehousesOf } from './launch/index.ts'
export { type EngineContexts, type EngineServices, openEngine } from './open.ts'
export * from './remote/index.ts'
export * from './serving/index.ts'
