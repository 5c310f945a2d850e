import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { createLog } from '#adapters/log'
import { startApi } from '#process/api'
import { openServices } from '#process/services'
import { cloneDatabase, openRelay, send, startServer, testConfig, type TestDatabase, useRunningServer } from '#test'

const checks = (database: boolean, schema: boolean, keyMaterial: boolean) => [
  { name: 'database', isOk: database },
  { name: 'schema', isOk: schema },
  { name: 'key material', isOk: keyMaterial },
  { name: 'ledger', isOk: true },
]
const ofApi = { status: 200, body: { status: 'ok', checks: checks(true, true, true) } }
// None is installed for tests; everything else is served.
const engines = { name: 'engines', isOk: false }
const ready = { status: 200, body: { status: 'ok', checks: [...checks(true, true, true), engines] } }

describe('health', () => {
  const server = useRunningServer()
  const readyz = () => send(`${server.address}/readyz`)

  it('is told without a tenant, a host or a credential', async () => {
    expect(await send(`${server.address}/livez`, { headers: { host: 'nobody.example' } })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    expect(await send(`${server.address}/readyz`, { headers: { host: 'nobody.example' } })).toMatchObject(ready)
  })

  it('is not ready on a schema older than the build needs', async () => {
    await server.database.query('create table kept as select * from schema_migrations')
    await server.database.query('delete from schema_migrations where version > 1')
    expect(await readyz()).toMatchObject({ status: 503, body: { status: 'unavailable', checks: [...checks(true, false, true), engines] } })
    expect(server.logs.join('')).toContain('Run facet migrate.')

    await server.database.query('insert into schema_migrations select * from kept where version > 1')
    expect(await readyz()).toMatchObject(ready)
  })

  it('is not ready on a schema that only newer builds can read, and is ready on one that is merely newer', async () => {
    await server.database.query(
      "insert into schema_migrations (version, name, checksum, oldest_reader, duration_ms) values (900, 'expand', '', 1, 0)",
    )
    expect(await readyz()).toMatchObject(ready)

    await server.database.query('update schema_migrations set oldest_reader = 900 where version = 900')
    expect(await readyz()).toMatchObject({ status: 503, body: { checks: [...checks(true, false, true), engines] } })
    expect(server.logs.join('')).toContain('Upgrade this process.')

    await server.database.query('delete from schema_migrations where version = 900')
    expect(await readyz()).toMatchObject(ready)
  })

  it('shares one check between many requests', async () => {
    const calls = vi.spyOn(server.services.calls, 'call')
    const sinceMs = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const told: number[] = []
        for (let n = 0; n < 25; n++) told.push((await send(`${server.address}/readyz`)).status)
        return told
      }),
    )

    expect(new Set(answers.flat())).toEqual(new Set([200]))
    const pings = calls.mock.calls.filter(([name]) => name === 'ping').length
    expect(pings).toBeGreaterThan(0)
    expect(pings).toBeLessThan(15 + (performance.now() - sinceMs) / 50)
  })
})

describe('health while the database is away', () => {
  let database: TestDatabase

  beforeEach(async () => {
    database = await cloneDatabase(inject('postgresUrl'))
  })
  afterEach(() => database.drop())

  it('is not ready, tells strangers nothing about it, stays alive, and is ready again when the database is back', async () => {
    const relay = await openRelay(database.serviceUrl)
    const logs: string[] = []
    const { services, stop } = await openServices(testConfig(relay.url), createLog('info', { write: (line) => void logs.push(line) }), [
      'api',
    ])
    const role = await startApi(services)
    expect(await send(`${role.address}/readyz`)).toMatchObject(ofApi)

    relay.lose()
    const away = await send(`${role.address}/readyz`)
    expect(away).toMatchObject({ status: 503, body: { status: 'unavailable', checks: checks(false, false, true) } })
    expect(away.text).not.toContain('127.0.0.1')
    expect((await send(`${role.address}/livez`)).status).toBe(200)
    expect(await send(`${role.address}/api/v1/users/me`)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })

    relay.heal()
    await expect.poll(() => send(`${role.address}/readyz`), { timeout: 30_000 }).toMatchObject(ofApi)
    await role.stop()
    await relay.close()
    await stop()
  })

  it('is ready again after every connection was ended at once', async () => {
    const server = await startServer({}, database)
    const { key } = await server.addTenant('only.test')
    const ask = () => send(`${server.address}/api/v1/users/me`, { headers: { host: 'only.test', authorization: `Bearer ${key}` } })
    expect((await ask()).status).toBe(200)

    await database.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and usename = 'facet'",
    )

    await expect.poll(() => send(`${server.address}/readyz`), { timeout: 30_000 }).toMatchObject(ready)
    await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200)
    await server.stop()
  })
})
