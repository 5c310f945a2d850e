import { createLog } from '#adapters/log'
import { openObjectStore } from '#adapters/object-store'
import type { DatabaseConfig, OperatorConfig } from '#config/parts'
import {
  connectionProblem,
  createFunctionCalls,
  createPool,
  DatabaseOutage,
  type FunctionCalls,
  isConnectionLost,
  isConnectionRefused,
  operatorPatience,
  type Patience,
  type Pool,
} from '#db'
import { createLedgerKeys, createLedgerStore, findFreshness, flushOnce, type LedgerStore } from '#ledger'
import { rootKeysOf } from '#process/root-keys'
import { hasCode } from '#kernel/system-errors'
import type { Say } from './command.ts'
import { isHeldByOthers, patientCalls, patientPool } from './patience.ts'

const tellMs = 10_000

/** The ledger as the object store has it: opened, used, closed. */
export const withLedgerStore = async <T>(config: OperatorConfig, work: (store: LedgerStore) => Promise<T>): Promise<T> => {
  const objects = await openObjectStore(config.objectStore)
  try {
    return await work(createLedgerStore(objects.numbered, createLedgerKeys(rootKeysOf(config), config.cell), config.cell))
  } finally {
    objects.close()
  }
}

/** In words of an operator, who can do something about it, and not of a caller. */
const operatorProblem = (url: string, error: unknown): unknown => {
  const cause: unknown = error instanceof DatabaseOutage ? error.cause : error
  if (isConnectionLost(cause) || isConnectionRefused(url, cause)) return connectionProblem('FACET_DATABASE_URL', url, cause)
  if (isHeldByOthers(cause))
    return new Error(
      'Others hold what this command has to change, and did not let go of it in a minute. See who it is in pg_stat_activity, and run the command again.',
      { cause: error },
    )
  // A table, column or function that does not exist.
  if (hasCode(error, '42P01', '42703', '42883'))
    return new Error("The database is not migrated yet, or not to this build's schema. Run facet migrate.", { cause: error })
  if (hasCode(error, '42501'))
    return new Error('The role of FACET_DATABASE_URL is not a member of facet_service. Run facet migrate, which grants it.', {
      cause: error,
    })
  return error
}

type Work<T> = (pool: Pool, calls: FunctionCalls) => Promise<T>

const openedFor = async <T>(config: DatabaseConfig, patience: Patience, work: Work<T>): Promise<T> => {
  // Standard output is for the result.
  const log = createLog('error', process.stderr)
  const pool = createPool(config.databaseUrl, 2, (error) => log.error({ err: error }, 'database'), patience)
  const calls = createFunctionCalls(config.databaseUrl, patience)
  try {
    return await work(pool, calls)
  } catch (error) {
    throw operatorProblem(config.databaseUrl, error)
  } finally {
    await calls.close()
    await pool.end()
  }
}

/** For checks, which say how the database is now: opened, used, closed. Where the machine is busy, an answer is not heard at once. */
export const withBriefConnections = <T>(config: DatabaseConfig, work: Work<T>): Promise<T> => openedFor(config, operatorPatience, work)

/** For commands that run beside the service: a database that is busy is waited for, and the operator told so. */
export const withConnections = <T>(config: DatabaseConfig, tell: Say, work: Work<T>): Promise<T> =>
  openedFor(config, operatorPatience, (pool, calls) => work(patientPool(pool, tell), patientCalls(calls, tell)))

/**
 * The same for commands that change something: not on a database that is behind the object store, where they would give ids out a
 * second time; and what they ended is in the store when they are done, or told by the service when that answers again.
 */
export const withDatabase = <T>(config: OperatorConfig, tell: Say, work: Work<T>): Promise<T> =>
  withConnections(config, tell, (pool, calls) =>
    withLedgerStore(config, async (store) => {
      const freshness = await findFreshness(calls, store)
      if (freshness.state === 'stale') throw new Error(freshness.problem)
      const result = await work(pool, calls)
      // Of a database that may be a copy nothing gets a number: at the number of the store it would no longer be known as one.
      if (freshness.state === 'current') await flushOnce(calls, store, 0, AbortSignal.timeout(tellMs)).catch(() => undefined)
      return result
    }),
  )
