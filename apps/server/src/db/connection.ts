import pg from 'pg'
import { type BulkheadLimits, createBulkhead } from '#limits'
import { isConnectionLost } from './outage.ts'

/** A connection held alone, until it is given back; one that is broken is not used again. */
export type TenantConnection = { query: PoolClient['query']; release: (isBroken: boolean) => void }

export type Pool = pg.Pool & {
  /** Takes a connection for this tenant when its turn comes, and begins on it with this statement, which does nothing that could take long. */
  begin: (tenantId: number, statement: string) => Promise<TenantConnection>
  /** How many wait for a connection. */
  waiting: () => number
}
export type PoolClient = pg.PoolClient
export type Client = pg.Client

const int8 = 20
const int8Array = 1016

const parserOf = (id: number): ((value: string) => unknown) => pg.types.getTypeParser(id) as (value: string) => unknown
const numbersIn = (text: string): number[] => (parserOf(int8Array)(text) as string[]).map(Number)

/** Ids fit in 53 bits by construction, so bigint columns are read as numbers, alone and in arrays; per client, since pg's own table is global. */
const types = {
  getTypeParser: (id: number): ((value: string) => unknown) => {
    if (id === int8) return Number
    return id === int8Array ? numbersIn : parserOf(id)
  },
}

/** How long the database is waited for. The server's limits come first, so that the client's own speak only of one that no longer answers. */
export type Patience = {
  statementMs: number
  lockMs: number
  idleMs: number
  answerMs: number
  /** Of a call over the connection that all share. */
  callMs: number
  beginMs: number
  /** As long as it may take to make a connection; whoever has waited as long for one to become free will not wait for more. */
  takeMs: number
}

/** Of a request: a statement that runs longer is a defect, and a caller has given up by then. */
const ofRequests: Patience = {
  ...{ statementMs: 4500, lockMs: 3000, idleMs: 15_000, answerMs: 5000, callMs: 2500, beginMs: 2000, takeMs: 2000 },
}

/** Of a command: the operator is told that it waits, and ends it when they want to. A host that does not answer at all is told soon. */
export const operatorPatience: Patience = {
  ...{ statementMs: 60_000, lockMs: 60_000, idleMs: 60_000, answerMs: 65_000, callMs: 65_000, beginMs: 10_000, takeMs: 10_000 },
}

const common = (url: string, { statementMs, lockMs, idleMs, takeMs }: Patience) => ({
  connectionString: url,
  types,
  options: `-c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${idleMs}`,
  application_name: 'facet',
  connectionTimeoutMillis: takeMs,
  keepAlive: true,
})

/** Every fifth connection, and at least one where there are two, is out of reach for whoever already has all the others. */
const sharesOf = (size: number, { takeMs }: Patience): BulkheadLimits => ({
  what: 'database connections',
  holder: 'tenant',
  capacity: size,
  maxPerKey: Math.max(1, size - Math.ceil(size / 5)),
  maxWaiting: 5000,
  maxWaitingPerKey: 500,
  maxWaitMs: takeMs,
})

export const createPool = (url: string, size: number, onError: (error: Error) => void, patience: Patience = ofRequests): Pool => {
  const pool = new pg.Pool({ ...common(url, patience), query_timeout: patience.answerMs, max: size, idleTimeoutMillis: 30_000 })
  const bulkhead = createBulkhead<number>(sharesOf(size, patience))
  const madeAtMs = new WeakMap<PoolClient, number>()
  let muteAtMs = Number.NEGATIVE_INFINITY

  const take = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if ((madeAtMs.get(client) ?? 0) > muteAtMs) return client
      client.release(true)
    }
  }

  // A broken network path neither answers nor closes a connection. When one connection stays silent, those of the same age are silent too:
  // they are dropped without being tried, so that one request waits for the timeout and not one for each of them.
  const beginOn = async (client: PoolClient, statement: string): Promise<PoolClient> => {
    const askedAtMs = performance.now()
    try {
      await client.query({ text: statement, query_timeout: patience.beginMs } as pg.QueryConfig)
      return client
    } catch (error) {
      if (isConnectionLost(error)) muteAtMs = Math.max(muteAtMs, askedAtMs)
      client.release(true)
      throw error
    }
  }

  const begin = async (tenantId: number, statement: string): Promise<TenantConnection> => {
    const leave = await bulkhead.enter(tenantId)
    try {
      const client = await beginOn(await take(), statement)
      return {
        query: client.query.bind(client),
        release: (isBroken) => {
          client.release(isBroken)
          leave()
        },
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  pool.on('error', onError)
  // The pool listens to idle connections only. One that is lost in use fails its next statement; without a listener its error event would end the process.
  pool.on('connect', (client) => {
    madeAtMs.set(client, performance.now())
    client.on('error', () => undefined)
  })
  return Object.assign(pool, { begin, waiting: bulkhead.waiting })
}

/** A single connection; `pipeline` sends statements without waiting for the answers of those before. */
export const createClient = (url: string, options: { pipeline?: boolean } = {}, patience: Patience = ofRequests): Client =>
  new pg.Client({ ...common(url, patience), ...options, ...(options.pipeline ? { query_timeout: patience.callMs } : {}) })

// Nobody waits for an answer but the operator, who should hear soon of a host that does not answer.
const migratorTimeoutMs = 8000

/** For migrations, where a statement may take as long as it takes. */
export const createMigrationClient = (url: string): Client =>
  new pg.Client({ connectionString: url, types, application_name: 'facet migrate', connectionTimeoutMillis: migratorTimeoutMs })
