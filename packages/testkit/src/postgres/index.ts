/** A real PostgreSQL: servers of our own, and databases on them. */
export { type Cluster, type StartOptions, startPostgres, stopPostgres } from './cluster.ts'
export { addressOf, createDatabase, type DatabaseOptions, runStatements, type TestDatabase } from './database.ts'
export { findPostgres } from './find-postgres.ts'
export { type Preparation, startPreparedPostgres } from './prepared-cluster.ts'
