/** Deployments below the operations: builds of their data models. */
export * from './builds/index.ts'
export { type EngineContexts, type EngineServices, openEngine } from './open.ts'
