import { describe, expect, it } from 'vitest'
import { type Actor, givenSession, givenToken, send, useServer } from '#test'

describe('over HTTP', () => {
  const server = useServer({ FACET_RATE_LIMIT_PER_KEY: '5', FACET_RATE_LIMIT_PER_TENANT: '8' })

  const ask = (who: Actor) => send(`${server.url()}/api/v1/users/me`, { headers: { ...who.headers, authorization: `Bearer ${who.key}` } })
  const burst = async (who: Actor, times: number) => Promise.all(Array.from({ length: times }, () => ask(who)))

  it('a key is limited, told so with the time to wait, and served again after it', async () => {
    const admin = await server.admin()
    const colleague = await server.colleague(admin, { role: 'Viewer' })

    const answers = await burst(colleague, 20)

    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(5)
    for (const answer of refused) {
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
