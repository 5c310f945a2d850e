import { describe, expect, it } from 'vitest'
import { anonymousCaller, type Caller } from '#access'
import { createRateLimits } from './rate-limit.ts'
import { type Actor, givenSession, givenToken, send, useServer } from '#test'

const limits = { perKey: 3, perTenant: 4, perEmbedUser: 2, perTenantFrames: 3 }
const limitsOf = (changed: Partial<typeof limits> = {}) => createRateLimits({ ...limits, ...changed }, () => 1)
const withKey = (credentialId: number, tenantId = 1): Caller => ({ ...anonymousCaller(tenantId), credentialKind: 'api_key', credentialId })
const frameOf = (userId: number, grant: number, isInternal = false): Caller =>
  ({ ...anonymousCaller(1), credentialKind: 'embed', credentialId: grant, embed: { userId, isInternal } }) as Caller
const refused = (whose: string) =>
  expect.objectContaining({ code: 'rate_limited', status: 429, message: expect.stringContaining(whose) as string })

describe('the limits of key and tenant', () => {
  it('are both told, and the nearer one is named', () => {
    const { check } = limitsOf()

    expect(check(withKey(1))).toEqual({ left: '"key";r=2;t=1', policy: '"key";q=3;w=1, "tenant";q=4;w=1' })
    expect(check(withKey(2)).left).toBe('"key";r=2;t=1')
    expect(check(withKey(2)).left).toBe('"key";r=1;t=1')
    expect(check(withKey(3)).left).toBe('"tenant";r=0;t=1')
  })

  it('refuse the key alone, then the whole tenant, and never another one', () => {
    const { check } = limitsOf({ perKey: 2, perTenant: 3 })
    check(withKey(1))
    check(withKey(1))

    expect(() => check(withKey(1))).toThrow(refused('This API key is limited to 2 requests per second.'))
    check(withKey(2))
    expect(() => check(withKey(3))).toThrow(refused('This tenant is limited to 3 requests per second.'))
    expect(check(withKey(4, 2)).left).toBe('"key";r=1;t=1')
  })
})

describe('the limits of frames', () => {
  it('are their own, and told as such', () => {
    const { check } = limitsOf()

    expect(check(frameOf(1, 1))).toEqual({ left: '"embed-user";r=1;t=1', policy: '"embed-user";q=2;w=1, "tenant-frames";q=3;w=1' })
  })

  it('hold all frames of a user together, then all of a tenant, and leave its keys alone', () => {
    const { check } = limitsOf()
    check(frameOf(1, 1))
    check(frameOf(1, 2))

    expect(() => check(frameOf(1, 3))).toThrow(refused('The frames of this user are limited to 2 requests per second.'))
    check(frameOf(1, 1, true))
    expect(() => check(frameOf(2, 4))).toThrow(refused('All frames of this tenant are limited to 3 requests per second.'))
    expect(check(withKey(1)).left).toBe('"key";r=2;t=1')
  })
})

it('an address has its own limit, equal to that of a key', () => {
  const { checkAddress, check } = limitsOf({ perKey: 2 })

  expect(checkAddress('192.0.2.1')).toEqual({ left: '"address";r=1;t=1', policy: '"address";q=2;w=1' })
  checkAddress('192.0.2.1')
  expect(() => checkAddress('192.0.2.1')).toThrow(refused('This address is limited to 2 requests per second.'))
  expect(check(withKey(1)).left).toBe('"key";r=1;t=1')
})

describe('over HTTP', () => {
  const server = useServer({ FACET_RATE_LIMIT_PER_KEY: '5', FACET_RATE_LIMIT_PER_TENANT: '8' })

  const ask = (who: Actor) => send(`${server.url()}/api/v1/users/me`, { headers: { ...who.headers, authorization: `Bearer ${who.key}` } })
  const burst = async (who: Actor, times: number) => Promise.all(Array.from({ length: times }, () => ask(who)))

  it('a key is limited, told so with the time to wait, and served again after it', async () => {
    const admin = await server.admin()
    const colleague = await server.colleague(admin, { role: 'Viewer' })

    const answers = await burst(colleague, 20)

    const limited = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(limited.length).toBeGreaterThan(5)
    for (const answer of limited) {
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect(answer.body).toMatchObject({
        code: 'rate_limited',
        message: 'This API key is limited to 5 requests per second. Retry after 1 s.',
      })
    }
    await expect.poll(async () => (await ask(colleague)).status, { timeout: 30_000, interval: 300 }).toBe(200)
  })

  it('names the policy and what is left on answers that pass', async () => {
    const colleague = await server.colleague(await server.admin(), { role: 'Viewer' })

    const { headers } = await ask(colleague)

    expect(headers['ratelimit-policy']).toBe('"key";q=5;w=1, "tenant";q=8;w=1')
    expect(headers['ratelimit']).toMatch(/^"(key|tenant)";r=\d+;t=1$/)
  })

  it('a tenant is limited over all of its keys, and its neighbour is not', async () => {
    const admin = await server.admin()
    const neighbour = await server.admin()
    const colleagues = await Promise.all([1, 2, 3].map(() => server.colleague(admin, { role: 'Viewer' })))

    const answers = (await Promise.all(colleagues.map((colleague) => burst(colleague, 5)))).flat()

    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.filter(({ text }) => text.includes('This tenant is limited to 8 requests per second.')).length).toBeGreaterThan(0)
    expect((await ask(neighbour)).status).toBe(200)
  })
})

describe('frames over HTTP', () => {
  const server = useServer({
    FACET_RATE_LIMIT_PER_KEY: '60',
    FACET_RATE_LIMIT_PER_TENANT: '60',
    FACET_RATE_LIMIT_PER_EMBED_USER: '20',
    FACET_RATE_LIMIT_PER_TENANT_FRAMES: '1000',
  })

  it('of one user use up nothing that the backend mints with, whatever they do', async () => {
    const admin = await server.admin()
    const frames = await Promise.all(Array.from({ length: 12 }, () => givenToken(server, admin, { externalId: 'busy' })))
    const other = await givenToken(server, admin)
    const ask = (token: string) => server.request({ headers: admin.headers, key: token }, '/api/v1/users/me')

    const [asked, minted] = await Promise.all([
      Promise.all(frames.flatMap(({ token }) => Array.from({ length: 20 }, () => ask(token)))),
      Promise.allSettled(Array.from({ length: 20 }, () => givenSession(admin))),
    ])

    expect(asked.filter(({ status }) => status === 429).length).toBeGreaterThan(100)
    expect(minted.filter(({ status }) => status === 'rejected')).toEqual([])
    const answer = await ask(other.token)
    expect(answer.headers.get('ratelimit-policy')).toBe('"embed-user";q=20;w=1, "tenant-frames";q=1000;w=1')
    expect(answer.headers.get('ratelimit')).toMatch(/^"embed-user";r=\d+;t=1$/)
  })
})
