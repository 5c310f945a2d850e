import { createFunctionCalls, createPool, type Db, type FunctionCalls, inTransaction, type Pool } from '#db'
import { createEncryptionKeys, createKeyRing, type EncryptionKeys, type KeyRing, type RootKeys } from '#secrets'
import type { TestDatabase } from './database.ts'

export type RingHolder = {
  calls: FunctionCalls
  keys: EncryptionKeys
  ring: KeyRing
  inTenant: <T>(tenantId: number, work: (db: Db) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export const rootKey = (fill: number): Buffer => Buffer.alloc(32, fill)

/** One process as far as secrets go: a root key, connections, and a key ring with caches of its own. */
export const openRing = (database: Pick<TestDatabase, 'serviceUrl'>, roots: RootKeys): RingHolder => {
  const pool: Pool = createPool(database.serviceUrl, 4, () => undefined)
  const calls = createFunctionCalls(database.serviceUrl)
  const keys = createEncryptionKeys(calls, roots)
  return {
    calls,
    keys,
    ring: createKeyRing(keys),
    inTenant: (tenantId, work) => inTransaction(pool, tenantId, 'read write', work),
    close: async () => {
      await calls.close()
      await pool.end()
    },
  }
}
