/** Deployments below the operations: builds of their data models. */
export * from './builds/index.ts'

export type EngineServices = object
export type EngineContexts = { request: object; reading: object; changing: object }
