import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createPool, lazyTransaction, type Pool } from '#db'
import { cloneDatabase, fillTenant, type TestDatabase } from '#test'

const size = 4
let database: TestDatabase
let line: Server
let pool: Pool
let tenants: number[]
const sockets = new Set<Socket>()
const mute = new Set<Socket>()

/** Passes bytes on, except for connections that went mute: those stay open and say nothing more. */
const openLine = (databasePort: number): Promise<Server> => {
  const server = createServer((service) => {
    const upstream = connect(databasePort, '127.0.0.1')
    sockets.add(service).add(upstream)
    service.on('data', (chunk: Buffer) => void (mute.has(service) || upstream.write(chunk)))
    upstream.on('data', (chunk: Buffer) => void (mute.has(service) || service.write(chunk)))
    for (const [one, other] of [
      [service, upstream],
      [upstream, service],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

beforeAll(async () => {
  database = await cloneDatabase(inject('postgresUrl'))
  tenants = [await fillTenant(database.query, 'one'), await fillTenant(database.query, 'two')]
  const url = new URL(database.serviceUrl)
  line = await openLine(Number(url.port))
  url.port = String((line.address() as AddressInfo).port)
  pool = createPool(url.href, size, () => undefined)
})
afterAll(async () => {
  await pool.end()
  for (const socket of sockets) socket.destroy()
  line.close()
  await database.drop()
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

describe('idle connections that went mute', () => {
  it('cost one request, and the next is served on a new one at once', async () => {
    await Promise.all(Array.from({ length: size }, read))
    expect(pool.idleCount).toBe(size)
    for (const socket of sockets) mute.add(socket)

    await expect(read()).rejects.toMatchObject({ code: 'service_unavailable' })
    const startedMs = performance.now()
    await expect(read()).resolves.toBeGreaterThan(0)

    expect(performance.now() - startedMs).toBeLessThan(1500)
    expect(pool.totalCount).toBe(1)
  })
})
