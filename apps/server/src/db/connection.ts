import pg from 'pg'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient
export type Client = pg.Client

const int8 = 20

/** Ids fit in 53 bits by construction, so bigint columns are read as numbers; per client, since pg's own table is global. */
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === int8
      ? (value: string) => Number(value)
      : (pg.types.getTypeParser(id, format === 'binary' ? 'text' : 'text') as (value: string) => unknown),
}

// A statement that runs longer than this is a defect; a request that waits longer has been given up by its caller.
const sessionOptions = '-c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000'

const common = (url: string) => ({
  connectionString: url,
  types: types as pg.CustomTypesConfig,
  options: sessionOptions,
  application_name: 'facet',
  connectionTimeoutMillis: 2000,
  keepAlive: true,
})

export const createPool = (url: string, size: number, onError: (error: Error) => void): Pool => {
  const pool = new pg.Pool({ ...common(url), max: size, idleTimeoutMillis: 30_000 })
  pool.on('error', onError)
  return pool
}

/** A single connection; `pipeline` sends statements without waiting for the answers of those before. */
export const createClient = (url: string, options: { pipeline?: boolean } = {}): Client =>
  new pg.Client({ ...common(url), ...options } as pg.ClientConfig)

/** For migrations, where a statement may take as long as it takes. */
export const createMigrationClient = (url: string): Client =>
  new pg.Client({ connectionString: url, types: types as pg.CustomTypesConfig, application_name: 'facet migrate' })
