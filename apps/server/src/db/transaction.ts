import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { TenantConnection, Pool } from './connection.ts'
import type { Database } from './generated/rows.ts'
import { asFailure, isConnectionLost } from './outage.ts'

export type Db = Kysely<Database>

export type Transaction = {
  db: Db
  isOpen: () => boolean
  commit: () => Promise<void>
  rollback: () => Promise<void>
}

const beginStatement = (tenantId: number, access: 'read only' | 'read write'): string => {
  if (!Number.isSafeInteger(tenantId)) throw new TypeError('A tenant id is a whole number.')
  // One round trip: opening and naming the tenant travel together.
  return `begin ${access}; select set_config('facet.tenant_id', '${tenantId}', true)`
}

/**
 * A transaction of one tenant that opens with its first statement: an operation that needs no database never takes a
 * connection. The connection is held alone until commit or rollback, because the tenant is a setting of it.
 */
export const lazyTransaction = (pool: Pool, tenantId: number, access: 'read only' | 'read write'): Transaction => {
  let opening: Promise<TenantConnection> | undefined
  let isLost = false

  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      try {
        const client = await (opening ??= pool.begin(tenantId, beginStatement(tenantId, access)))
        const result = await client.query<R & object>(query.sql, [...query.parameters])
        return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
      } catch (error) {
        isLost ||= isConnectionLost(error)
        throw asFailure(error)
      }
    },
    streamQuery: () => {
      throw new Error('Lists are read in pages, not streamed.')
    },
  }

  const end = async (statement: 'commit' | 'rollback'): Promise<void> => {
    if (!opening) return
    const client = await opening.catch(() => undefined)
    if (!client) return
    opening = Promise.reject(new Error('The transaction has ended.'))
    opening.catch(() => undefined)
    const outcome = await ended(client, statement)
    client.release(outcome.isBroken)
    if (statement === 'commit' && outcome.error) throw asFailure(outcome.error)
  }

  const ended = async (client: TenantConnection, statement: 'commit' | 'rollback'): Promise<{ isBroken: boolean; error?: unknown }> => {
    // The connection is lost; the server rolls back when it notices.
    if (isLost) return { isBroken: true, error: new Error('Connection terminated before the transaction could be committed.') }
    try {
      const { command } = await client.query(statement)
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error.
      const isUndone = statement === 'commit' && command !== 'COMMIT'
      return isUndone ? { isBroken: false, error: new Error('The transaction had failed and was rolled back.') } : { isBroken: false }
    } catch (error) {
      return { isBroken: true, error }
    }
  }

  return { db: kyselyOver(connection), isOpen: () => opening !== undefined, commit: () => end('commit'), rollback: () => end('rollback') }
}

/** Work in a transaction of its own: committed when it returns, undone when it throws. */
export const inTransaction = async <T>(
  pool: Pool,
  tenantId: number,
  access: 'read only' | 'read write',
  work: (db: Db) => Promise<T>,
): Promise<T> => {
  const transaction = lazyTransaction(pool, tenantId, access)
  try {
    const result = await work(transaction.db)
    await transaction.commit()
    return result
  } finally {
    // After a commit there is nothing left to undo and this does nothing.
    await transaction.rollback()
  }
}

const nothing = async (): Promise<void> => undefined

const kyselyOver = (connection: DatabaseConnection): Db => {
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: () => {
      throw new Error('The operation already has a transaction.')
    },
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  }
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
