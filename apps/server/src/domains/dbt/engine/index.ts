/** dbt below the operations: the settings of an integration as a sync uses them, cubes that become a commit, and syncs with their steps. */
export * from './integration/index.ts'
export * from './publish/index.ts'
export * from './pushes/index.ts'
export { type EngineContexts, type EngineServices, openEngine } from './open.ts'
export * from './steps/index.ts'
export * from './syncs/index.ts'
