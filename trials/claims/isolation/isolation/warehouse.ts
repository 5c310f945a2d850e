import pg from 'pg'

export const tenantCount = 20
export const levelCount = 3

/** Some names are prefixes of others, which a prefix comparison would confuse. */
export const tenantNames: readonly string[] = Array.from({ length: tenantCount }, (_, place) => `tenant-${place + 1}`)
export const regions = ['north', 'south', 'west'] as const
export const kinds = ['order', 'refund', 'visit'] as const

// More than log2 of the rows of one place that a response can sum.
const bitsOfPlace = 12n

export const placeOf = (tenant: number, level: number): number => tenant * levelCount + level

/**
 * Each tenant and level has a power of two, far enough from the next that no sum carries over. A sum of marks therefore tells how many rows
 * of which tenant and level it contains.
 */
const markOf = (tenant: string, level: string): string =>
  `(2::numeric ^ (${bitsOfPlace} * ((${tenant}) * ${levelCount} + (${level}))))::numeric(1000, 0)`

/** The number of rows of each place in a sum of marks. */
export const rowsInMark = (mark: bigint): Map<number, number> => {
  const found = new Map<number, number>()
  for (let place = 0, rest = mark; rest > 0n; place++, rest >>= bitsOfPlace) {
    const count = Number(rest & ((1n << bitsOfPlace) - 1n))
    if (count > 0) found.set(place, count)
  }
  return found
}

// An event is at least as restricted as its account, an item exactly as its event, so a join exposes what its finest row exposes.
const fill = `
create schema trial;
create table trial.accounts as
  select (t * 100 + n) as id, 'tenant-' || (t + 1) as tenant, n % ${levelCount} as level, 'account ' || t || '/' || n as label,
    (array['${regions.join("','")}'])[1 + n % ${regions.length}] as region, ${markOf('t', `n % ${levelCount}`)} as mark
  from generate_series(0, ${tenantCount - 1}) t, generate_series(0, 5) n;
create table trial.events as
  select (a.id * 100 + n) as id, a.tenant, a.level + n % (${levelCount} - a.level) as level, a.id as account_id, 'event ' || a.id || '/' || n as label,
    (array['${kinds.join("','")}'])[1 + (a.id + n) % ${kinds.length}] as kind, timestamptz '2025-01-05 10:00+00' + interval '17 days' * n as happened_at,
    ((a.id * 37 + n * 11) % 101 + 1)::numeric(10, 2) as amount, ${markOf('a.id / 100', `a.level + n % (${levelCount} - a.level)`)} as mark
  from trial.accounts a, generate_series(0, 5) n;
create table trial.items as
  select (e.id * 10 + n) as id, e.tenant, e.level, e.id as event_id, 'sku ' || n as sku, n + 1 as quantity, e.mark
  from trial.events e, generate_series(0, 1) n;
`

export type Warehouse = {
  variables: { name: string; value: string }[]
  query: <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

const reader = 'isolation_reader'
const password = 'read-only'
const database = 'isolation'

/** Creates and fills the trial's database. `urlOf` returns URLs of the PostgreSQL server that the trial started. */
export const createWarehouse = async (urlOf: (database: string, user?: string, password?: string) => string): Promise<Warehouse> => {
  const server = new pg.Client({ connectionString: urlOf('postgres') })
  await server.connect()
  await server.query(`create role ${reader} login password '${password}'`)
  await server.query(`create database ${database}`)
  await server.end()
  const pool = new pg.Pool({ connectionString: urlOf(database), max: 4 })
  await pool.query(fill)
  await pool.query(`grant usage on schema trial to ${reader}; grant select on all tables in schema trial to ${reader}`)
  const { hostname, port } = new URL(urlOf(database))
  const variables = {
    CUBEJS_DB_TYPE: 'postgres',
    CUBEJS_DB_HOST: hostname,
    CUBEJS_DB_PORT: port,
    CUBEJS_DB_NAME: database,
    CUBEJS_DB_USER: reader,
    CUBEJS_DB_PASS: password,
    CUBEJS_CONCURRENCY: '8',
  }
  return {
    variables: Object.entries(variables).map(([name, value]) => ({ name, value })),
    query: async <Row extends object>(text: string, values: unknown[]) => (await pool.query<Row>(text, values)).rows,
    close: () => pool.end(),
  }
}
