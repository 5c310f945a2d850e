/** Data models below the operations: repositories of this node, their git remotes, and comparing versions. */
export * from './branches/index.ts'
export * from './comparer/index.ts'
export * from './files/index.ts'
export { type EngineContexts, type EngineServices, openEngine } from './open.ts'
export * from './remotes/index.ts'
export * from './repositories/index.ts'
