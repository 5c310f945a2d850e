import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, lazyTransaction, type Pool } from '#db'
import { fillTenant, openRelay, type Relay, useDatabase } from '#test'

const size = 4
const database = useDatabase()
let relay: Relay
let pool: Pool
let tenants: number[]

beforeAll(async () => {
  tenants = [await fillTenant(database.query, 'one'), await fillTenant(database.query, 'two')]
  relay = await openRelay(database.serviceUrl)
  pool = createPool(relay.url, size, () => undefined)
})
afterAll(async () => {
  await pool.end()
  await relay.close()
})

/** Turn about, since one tenant alone never gets every connection. */
const read = async (_: unknown = 0, turn = 0): Promise<number> => {
  const transaction = lazyTransaction(pool, tenants[turn % 2] ?? 0, 'read only')
  try {
    return (await transaction.db.selectFrom('roles').select('id').execute()).length
  } finally {
    await transaction.rollback()
  }
}

it('mute idle connections fail one request, and the next uses a new connection', async () => {
  await Promise.all(Array.from({ length: size }, read))
  expect(pool.idleCount).toBe(size)
  relay.lose()
  // For those there are; new ones are passed on.
  relay.heal()

  await expect(read()).rejects.toMatchObject({ code: 'service_unavailable' })
  const startedMs = performance.now()
  await expect(read()).resolves.toBeGreaterThan(0)

  expect(performance.now() - startedMs).toBeLessThan(1500)
  expect(pool.totalCount).toBe(1)
})
