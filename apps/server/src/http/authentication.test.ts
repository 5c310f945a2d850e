import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Actor, type Answered, send, useServer, useRunningServer } from '#test'

describe('the Authorization header', () => {
  const server = useRunningServer()
  let key: string

  beforeAll(async () => {
    key = (await server.addTenant('only.test')).key
  })

  const ask = (authorization?: string): Promise<Answered> =>
    send(`${server.address}/api/v1/users/me`, authorization === undefined ? {} : { headers: { authorization } })

  it.each(['Bearer', 'bearer', 'BEARER', 'Api-Key', 'api-key', 'API-KEY', 'aPi-KeY'])('takes a key after %s', async (word) => {
    expect((await ask(`${word} ${key}`)).status).toBe(200)
    expect((await ask(`${word}   ${key}`)).status).toBe(200)
  })

  it.each([
    ['none at all', () => undefined, 'No credential was sent.'],
    ['an empty one', () => '', 'No credential was sent.'],
    ['the key alone', () => key, 'malformed'],
    ['another scheme', () => `Basic ${key}`, 'malformed'],
    ['a scheme that only begins like ours', () => `Bearers ${key}`, 'malformed'],
    ['a scheme without a key', () => 'Bearer', 'malformed'],
    ['a scheme and blanks', () => 'Bearer    ', 'malformed'],
    ['two keys', () => `Bearer ${key} ${key}`, 'malformed'],
    ['a tab between', () => `Bearer\t${key}`, 'malformed'],
    ['a key beyond any length', () => `Bearer sk-${'x'.repeat(5000)}`, 'malformed'],
    ["another service's key", () => `Bearer gh${key}`, 'neither an API key of this service'],
    ['a key that is not ours', () => `Bearer sk-${'x'.repeat(43)}`, 'unknown here'],
    ['a key that lacks its end', () => `Bearer ${key.slice(0, -1)}`, 'unknown here'],
    ['a key in capitals', () => `Bearer sk-${key.slice(3).toUpperCase()}`, 'unknown here'],
  ])('answers 401 to %s, without repeating it', async (_, header, told) => {
    const authorization = header()
    const answer = await ask(authorization)

    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' }, headers: { 'www-authenticate': 'Bearer' } })
    expect((answer.body as { message: string }).message).toContain(told)
    expect(answer.text).not.toContain(key.slice(0, 12))
  })

  it('is asked for before the body is looked at', async () => {
    const url = `${server.address}/build/api/v1/deployments`
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }

    expect((await send(url, broken)).status).toBe(401)
    expect((await send(url, { ...broken, headers: { ...broken.headers, authorization: `Bearer ${key}` } })).status).toBe(400)
  })
})

describe('a key that worked', () => {
  const server = useServer('shared')
  afterEach(() => vi.useRealTimers())

  /** Warm in every cache, then taken away: the answer must change soon, and only for the one it was taken from. */
  const expectRefusedAfter = async (someone: Actor, colleague: Actor, change: () => Promise<unknown>): Promise<void> => {
    await expect(colleague.api.getCurrentUser()).resolves.toBeDefined()
    await change()

    await expect
      .poll(() => colleague.api.getCurrentUser().catch((error: unknown) => error), { timeout: 30_000 })
      .toMatchObject({ status: 401 })
    await expect(someone.api.getCurrentUser()).resolves.toBeDefined()
  }

  it('is refused once it expired, warm as it is', async () => {
    const admin = await server.admin()
    const colleague = await server.colleague(admin, { role: 'Viewer', expiresAt: new Date(Date.now() + 700) })

    await expectRefusedAfter(admin, colleague, async () => undefined)
  })

  it.each([-600_000, 600_000])('ends by the clock of the database when the one here is off by %i ms', async (offMs) => {
    const admin = await server.admin()
    const colleague = await server.colleague(admin, { role: 'Viewer', expiresAt: new Date(Date.now() + 900) })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs })

    await expectRefusedAfter(admin, colleague, async () => undefined)
  })

  it('does less once its role was taken away', async () => {
    const admin = await server.admin()
    const colleague = await server.colleague(admin, { role: 'Viewer' })
    const { id } = await colleague.api.getCurrentUser()
    const read = () => colleague.api.getDeployments().catch((error: unknown) => error)
    await expect.poll(read, { timeout: 30_000 }).toMatchObject({ items: [{ id: admin.deploymentId }] })

    await server.query('delete from role_grants where principal_id = $1', [id])

    await expect.poll(read, { timeout: 30_000 }).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('the origins of a key', () => {
  const server = useServer('shared')

  it('hold for browsers, which always name theirs, and not for servers, which name none', async () => {
    const admin = await server.admin()
    const scoped = await server.colleague(admin, { role: 'Viewer', scope: { origins: ['https://app.example.com'] } })
    const from = (origin: Record<string, string>) =>
      send(`${server.url()}/api/v1/users/me`, { headers: { ...scoped.headers, ...origin, authorization: `Bearer ${scoped.key}` } })

    expect((await from({})).status).toBe(200)
    expect((await from({ origin: 'https://app.example.com' })).status).toBe(200)
    expect(await from({ origin: 'https://app.example.com.evil.example' })).toMatchObject({
      status: 403,
      body: { code: 'outside_key_scope' },
    })
    expect(await from({ origin: 'null' })).toMatchObject({ status: 403, body: { code: 'outside_key_scope' } })
  })
})
