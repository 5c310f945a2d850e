import { createLog } from '#adapters/log'
import type { Config } from '#config'
import { createFunctionCalls, createPool, type FunctionCalls, type Pool } from '#db'

export type Say = (line: string) => void
export type Options = Record<string, string | undefined>

/** For commands that run beside the service: opened, used, closed. */
export const withDatabase = async <T>(config: Config, work: (pool: Pool, calls: FunctionCalls) => Promise<T>): Promise<T> => {
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
