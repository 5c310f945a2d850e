/** Deployments below the operations: the engine processes that answer their queries. */
export * from './engines/index.ts'
