import { beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type RunningServer, send, useRunningServer } from '#test'

const path = '/api/v1/users/me'

type Tenant = { tenantId: number; key: string }

const ask = (server: RunningServer, host: string, key: string, headers: Record<string, string> = {}): Promise<Answered> =>
  send(`${server.address}${path}`, { headers: { host, authorization: `Bearer ${key}`, ...headers } })

const misdirected = { status: 421, body: { code: 'unknown_host' } }

describe('an installation with one tenant', () => {
  const server = useRunningServer({ FACET_TRUSTED_PROXIES: '10.9.9.9' })
  let only: Tenant

  beforeAll(async () => {
    only = await server.addTenant('only.test')
  })

  it('answers under any host name', async () => {
    for (const host of ['only.test', 'localhost', '127.0.0.1:4000', 'whatever.example'])
      expect((await ask(server, host, only.key)).status, host).toBe(200)
  })

  it('answers under none while the tenant is suspended', async () => {
    await server.database.query('update tenants set suspended_at = now()')
    await expect.poll(() => ask(server, 'only.test', only.key), { timeout: 30_000 }).toMatchObject(misdirected)
    await expect.poll(() => ask(server, 'whatever.example', only.key), { timeout: 30_000 }).toMatchObject(misdirected)

    await server.database.query('update tenants set suspended_at = null')
    await expect.poll(() => ask(server, 'only.test', only.key), { timeout: 30_000 }).toMatchObject({ status: 200 })
  })

  it('stops answering under any host as soon as there is a second tenant, which may have none of its own yet', async () => {
    expect((await ask(server, 'whatever.example', only.key)).status).toBe(200)

    await server.database.query("insert into tenants (name) values ('second')")

    await expect.poll(() => ask(server, 'whatever.example', only.key), { timeout: 30_000 }).toMatchObject(misdirected)
    expect((await ask(server, 'only.test', only.key)).status).toBe(200)
  })
})

describe('an installation with two tenants', () => {
  const server = useRunningServer({ FACET_TRUSTED_PROXIES: '10.9.9.9' })
  let one: Tenant
  let two: Tenant

  beforeAll(async () => {
    one = await server.addTenant('one.test')
    two = await server.addTenant('two.test')
  })

  it('serves each under its own host, however that is written', async () => {
    for (const host of ['one.test', 'ONE.test', 'one.test:8443', 'one.test.'])
      expect((await ask(server, host, one.key)).status, host).toBe(200)
    expect((await ask(server, 'two.test', two.key)).status).toBe(200)
  })

  it.each(['three.test', 'one.test.evil.example', 'xone.test', 'sub.one.test', 'localhost', ''])(
    'answers 421 for the host "%s"',
    async (host) => {
      const answer = await ask(server, host, one.key)

      expect(answer).toMatchObject(misdirected)
      expect(answer.text).not.toContain('two')
    },
  )

  it("takes one tenant's key for nothing under another's host, before and after it is warm", async () => {
    for (const turn of ['cold', 'warm']) {
      expect(await ask(server, 'two.test', one.key), turn).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
      expect((await ask(server, 'one.test', one.key)).status, turn).toBe(200)
    }
  })

  it('ignores a forwarded host that no trusted proxy sent', async () => {
    expect(await ask(server, 'one.test', one.key, { 'x-forwarded-host': 'two.test' })).toMatchObject({ status: 200 })
    expect(await ask(server, 'one.test', two.key, { 'x-forwarded-host': 'two.test' })).toMatchObject({ status: 401 })
    expect(await ask(server, 'three.test', one.key, { 'x-forwarded-host': 'one.test' })).toMatchObject(misdirected)
    expect(await ask(server, 'three.test', one.key, { forwarded: 'host=one.test' })).toMatchObject(misdirected)
  })

  it('says 421 for a tenant that was suspended, and leaves the other alone', async () => {
    expect((await ask(server, 'two.test', two.key)).status).toBe(200)

    await server.database.query('update tenants set suspended_at = now() where id = $1', [two.tenantId])

    await expect.poll(() => ask(server, 'two.test', two.key), { timeout: 30_000 }).toMatchObject(misdirected)
    expect((await ask(server, 'one.test', one.key)).status).toBe(200)
  })
})

describe('behind a trusted proxy', () => {
  const server = useRunningServer({ FACET_TRUSTED_PROXIES: '10.9.9.9, 127.0.0.0/8' })
  let one: Tenant
  let two: Tenant

  beforeAll(async () => {
    one = await server.addTenant('one.test')
    two = await server.addTenant('two.test')
  })

  it('takes the forwarded host, and the first of several', async () => {
    for (const forwarded of ['one.test', 'One.Test:443', 'one.test, two.test'])
      expect((await ask(server, 'inner.local', one.key, { 'x-forwarded-host': forwarded })).status, forwarded).toBe(200)
    expect((await ask(server, 'inner.local', two.key, { 'x-forwarded-host': 'two.test' })).status).toBe(200)
  })

  it('takes the host itself where the proxy forwards none', async () => {
    expect((await ask(server, 'two.test', two.key)).status).toBe(200)
    expect(await ask(server, 'inner.local', two.key)).toMatchObject(misdirected)
  })
})
