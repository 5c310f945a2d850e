/** PostgreSQL: connections, transactions of one tenant, calls that cross tenants by function only, and migrations. */
export { type Client, createClient, createPool, type Pool } from './connection.ts'
export { createFunctionCalls, type FunctionCalls } from './function-calls.ts'
export type { Database } from './generated/rows.ts'
export { migrate, oldestSchema, readMigrations } from './migrations.ts'
export { asFailure, brokenConstraint, isOutage } from './outage.ts'
export { inSavepoint } from './savepoint.ts'
export { type Db, inTransaction, lazyTransaction, type Transaction } from './transaction.ts'
export { sql } from 'kysely'
