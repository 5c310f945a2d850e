import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, createPool, lazyTransaction, type Pool, sql } from '#db'
import { fillTenant, useDatabase } from '#test'

const rowsPerTenant = 500
const rowsPerRead = 25
const transactions = 2000
const readsPerTransaction = 3
const poolSize = 10

type Seen = { tenant: number; backend: number }
type Tally = { rows: number; foreign: number; tenantsByBackend: Map<number, Set<number>> }

const database = useDatabase()
let pool: Pool
let tenants: number[]

beforeAll(async () => {
  tenants = [await fillTenant(database.query, 'one'), await fillTenant(database.query, 'two')]
  for (const tenant of tenants)
    await database.query("insert into roles (tenant_id, name, actions) select $1, 'role ' || n, '{All}' from generate_series(2, $2) n", [
      tenant,
      rowsPerTenant,
    ])
  pool = createPool(database.serviceUrl, poolSize, () => undefined)
})
afterAll(() => pool.end())

// No tenant is named here: what keeps the rows apart is the setting of the connection and nothing else.
const readRoles = `select tenant_id as tenant, pg_backend_pid() as backend from roles order by id limit ${rowsPerRead}`

const count = (tally: Tally, tenantId: number, rows: Seen[]): void => {
  for (const { tenant, backend } of rows) {
    tally.rows += 1
    if (tenant !== tenantId) tally.foreign += 1
    const served = tally.tenantsByBackend.get(backend) ?? new Set()
    tally.tenantsByBackend.set(backend, served.add(tenantId))
  }
}

type Read = (tenantId: number, turn: number, see: (rows: Seen[]) => void) => Promise<void>

// Each comes in bursts: two that always ask for the same share would keep to their own connections.
const turnsPerBurst = 60

/** Both tenants at once, as many as ask: every row is held against the tenant that asked for it. */
const readAtOnce = async (times: number, read: Read, burst = 1): Promise<Tally> => {
  const tally: Tally = { rows: 0, foreign: 0, tenantsByBackend: new Map() }
  let next = 0
  const worker = async (): Promise<void> => {
    for (let turn = next++; turn < times; turn = next++) {
      const tenantId = tenants[Math.floor(turn / burst) % 2] ?? 0
      await read(tenantId, turn, (rows) => count(tally, tenantId, rows))
    }
  }
  await Promise.all(Array.from({ length: poolSize * 3 }, worker))
  return tally
}

const inTransaction: Read = async (tenantId, turn, see) => {
  const transaction = lazyTransaction(pool, tenantId, turn % 3 === 0 ? 'read write' : 'read only')
  const fails = turn % 7 === 3
  try {
    for (let read = 0; read < readsPerTransaction; read++) see((await sql.raw<Seen>(readRoles).execute(transaction.db)).rows)
    if (fails) await expect(sql`select 1 / 0`.execute(transaction.db)).rejects.toMatchObject({ code: '22012' })
    else if (turn % 5 !== 1) await transaction.commit()
  } finally {
    await transaction.rollback()
  }
}

describe('two tenants over one pool', () => {
  it('reads no row of the other in 100,000 reads at full concurrency, with commits, rollbacks and errors between them', async () => {
    const tally = await readAtOnce(transactions, inTransaction, turnsPerBurst)

    expect(tally.foreign).toBe(0)
    expect(tally.rows).toBe(transactions * readsPerTransaction * rowsPerRead)
    expect(tally.rows).toBeGreaterThanOrEqual(100_000)
    // Had each tenant kept to connections of its own, nothing would have been tried.
    const shared = [...tally.tenantsByBackend.values()].filter((served) => served.size === 2)
    expect(shared).toHaveLength(poolSize)
    expect(pool.idleCount).toBe(pool.totalCount)
  })

  it('would notice a tenant set on a pipelined connection that others use', async () => {
    const client = createClient(database.serviceUrl, { pipeline: true })
    await client.connect()
    const leaky: Read = async (tenantId, _, see) => {
      await client.query("select set_config('facet.tenant_id', $1, false)", [String(tenantId)])
      see((await client.query<Seen>(readRoles)).rows)
    }

    const tally = await readAtOnce(100, leaky)
    await client.end()

    expect(tally.rows).toBe(100 * rowsPerRead)
    expect(tally.foreign).toBeGreaterThan(0)
  })

  it('would notice a tenant that outlives its transaction on a pooled connection', async () => {
    const small = createPool(database.serviceUrl, 1, () => undefined)
    const forgetful: Read = async (tenantId, turn, see) => {
      const client = await small.connect()
      if (turn === 0) await client.query("select set_config('facet.tenant_id', $1, false)", [String(tenantId)])
      see((await client.query<Seen>(readRoles)).rows)
      client.release()
    }

    const tally = await readAtOnce(10, forgetful)
    await small.end()

    expect(tally.foreign).toBe(5 * rowsPerRead)
  })
})
