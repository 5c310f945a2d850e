import { createLog } from '#adapters/log'
import { openObjectStore } from '#adapters/object-store'
import type { Config } from '#config'
import { createFunctionCalls, createPool, type FunctionCalls, type Pool } from '#db'
import { createLedgerKeys, createLedgerStore, findStanding, flushOnce, type LedgerStore } from '#ledger'
import { rootKeysOf } from '#roles/services'

export type Say = (line: string) => void
export type Options = Record<string, string | undefined>

const tellMs = 10_000

/** The ledger as the object store has it: opened, used, closed. */
export const withLedgerStore = async <T>(config: Config, work: (store: LedgerStore) => Promise<T>): Promise<T> => {
  const objects = await openObjectStore(config.objectStore)
  try {
    return await work(createLedgerStore(objects.numbered, createLedgerKeys(rootKeysOf(config), config.cell), config.cell))
  } finally {
    objects.close()
  }
}

/** For commands that run beside the service: opened, used, closed. */
export const withConnections = async <T>(config: Config, work: (pool: Pool, calls: FunctionCalls) => Promise<T>): Promise<T> => {
  const log = createLog('error')
  const pool = createPool(config.databaseUrl, 2, (error) => log.error({ err: error }, 'database'))
  const calls = createFunctionCalls(config.databaseUrl)
  try {
    return await work(pool, calls)
  } finally {
    await calls.close()
    await pool.end()
  }
}

/**
 * The same for commands that change something: not on a database that is behind the object store, where they would give ids out a
 * second time; and what they ended is in the store when they are done, or told by the service when that answers again.
 */
export const withDatabase = <T>(config: Config, work: (pool: Pool, calls: FunctionCalls) => Promise<T>): Promise<T> =>
  withConnections(config, (pool, calls) =>
    withLedgerStore(config, async (store) => {
      const standing = await findStanding(calls, store)
      if (standing.state === 'stale') throw new Error(standing.problem)
      const result = await work(pool, calls)
      // Of a database that may be a copy nothing gets a number: at the number of the store it would no longer be known as one.
      if (standing.state === 'current') await flushOnce(calls, store, 0, AbortSignal.timeout(tellMs)).catch(() => undefined)
      return result
    }),
  )
