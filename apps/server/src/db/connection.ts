import pg from 'pg'
import { isConnectionLost } from './outage.ts'

export type Pool = pg.Pool & {
  /** Takes a connection and begins on it with this statement, which does nothing that could take long. */
  begin: (statement: string) => Promise<PoolClient>
}
export type PoolClient = pg.PoolClient
export type Client = pg.Client

const int8 = 20
const int8List = 1016

const parserOf = (id: number) => pg.types.getTypeParser(id) as (value: string) => unknown
const numbersIn = (text: string): number[] => (parserOf(int8List)(text) as string[]).map(Number)

/** Ids fit in 53 bits by construction, so bigint columns and lists are read as numbers; per client, since pg's own table is global. */
const types = {
  getTypeParser: (id: number) => {
    if (id === int8) return Number
    return id === int8List ? numbersIn : parserOf(id)
  },
}

// A statement that runs longer is a defect, and a caller has given up by then. The server's limit comes first, so that the
// client's own speaks only of a database that no longer answers.
const sessionOptions = '-c statement_timeout=4500 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000'
const answerTimeoutMs = 5000
const callTimeoutMs = 2500
const beginTimeoutMs = 2000

const common = (url: string) => ({
  connectionString: url,
  types,
  options: sessionOptions,
  application_name: 'facet',
  connectionTimeoutMillis: 2000,
  keepAlive: true,
})

export const createPool = (url: string, size: number, onError: (error: Error) => void): Pool => {
  const pool = new pg.Pool({ ...common(url), query_timeout: answerTimeoutMs, max: size, idleTimeoutMillis: 30_000 })
  const madeAtMs = new WeakMap<PoolClient, number>()
  let muteAtMs = Number.NEGATIVE_INFINITY

  const take = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if ((madeAtMs.get(client) ?? 0) > muteAtMs) return client
      client.release(true)
    }
  }

  // A line that lost its way answers nothing and closes nothing. Where one connection stays mute, those as old as it do too:
  // they are let go unasked, so that one request waits for the news and not one for each of them.
  const begin = async (statement: string): Promise<PoolClient> => {
    const client = await take()
    const askedAtMs = performance.now()
    try {
      await client.query({ text: statement, query_timeout: beginTimeoutMs } as pg.QueryConfig)
      return client
    } catch (error) {
      if (isConnectionLost(error)) muteAtMs = Math.max(muteAtMs, askedAtMs)
      client.release(true)
      throw error
    }
  }

  pool.on('error', onError)
  // The pool listens to idle connections only. One that is lost in use fails its next statement; unheard, its event would end the process.
  pool.on('connect', (client) => {
    madeAtMs.set(client, performance.now())
    client.on('error', () => undefined)
  })
  return Object.assign(pool, { begin })
}

/** A single connection; `pipeline` sends statements without waiting for the answers of those before. */
export const createClient = (url: string, options: { pipeline?: boolean } = {}): Client =>
  new pg.Client({ ...common(url), ...options, ...(options.pipeline ? { query_timeout: callTimeoutMs } : {}) })

/** For migrations, where a statement may take as long as it takes. */
export const createMigrationClient = (url: string): Client =>
  new pg.Client({ connectionString: url, types, application_name: 'facet migrate' })
