import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Actor, type Answered, send, useServer } from '#test'

const allowance = 5

const madeUp = (): string => `sk-${randomBytes(32).toString('base64url')}`
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
const withStatus = (answers: Answered[], status: number): Answered[] => answers.filter((answer) => answer.status === status)

describe('admission', () => {
  const server = useServer({ FACET_RATE_LIMIT_UNKNOWN: String(allowance) })
  afterEach(() => vi.restoreAllMocks())

  type From = { address: string; key?: string; host?: string }
  const ask = ({ address, key, host }: From): Promise<Answered> =>
    send(`${server.url()}/api/v1/users/me`, {
      headers: {
        'x-forwarded-for': address,
        ...(host === undefined ? {} : { 'x-forwarded-host': host }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
    })
  const lookUpsOf = (name: string) => {
    const spy = vi.spyOn(server.services().calls, 'call')
    return () => spy.mock.calls.filter(([called]) => called === name).length
  }
  /** Look-ups of this tenant's credentials do not come back until they are let go. */
  const holdBack = (tenantId: number): (() => void) => {
    const { calls } = server.services()
    const call = calls.call.bind(calls)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    vi.spyOn(calls, 'call').mockImplementation(async (name, text, values) => {
      if (name === 'find-credential' && values[0] === tenantId) await promise
      return call(name, text, values)
    })
    return () => resolve(undefined)
  }
  const colleagues = (of: Actor, count: number): Promise<Actor[]> => times(count, () => server.colleague(of, { role: 'Viewer' }))

  it('lets an address try some unknown keys and refuses it then, before anything is looked up', async () => {
    const admin = await server.admin()
    const lookUps = lookUpsOf('find-credential')

    const answers = await times(100, () => ask({ address: '198.51.100.1', key: madeUp(), host: admin.host }))

    const refused = withStatus(answers, 429)
    expect(withStatus(answers, 401).length).toBeGreaterThanOrEqual(allowance)
    expect(refused.length).toBeGreaterThan(50)
    expect(lookUps()).toBe(withStatus(answers, 401).length)
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(body).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('unknown credentials or host names') })
    }
  })

  it('tells who is refused a while later, so that asking again at once gains nothing', async () => {
    const admin = await server.admin()
    const answers = await times(50, async () => {
      const sinceMs = performance.now()
      const answer = await ask({ address: '198.51.100.8', key: madeUp(), host: admin.host })
      return { ...answer, tookMs: performance.now() - sinceMs }
    })

    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(Math.min(...refused.map(({ tookMs }) => tookMs))).toBeGreaterThan(950)
  })

  it('counts host names that nobody is served under alike', async () => {
    await Promise.all([server.admin(), server.admin()])
    const lookUps = lookUpsOf('find-tenant')

    const answers = await times(100, (n) => ask({ address: '198.51.100.2', key: madeUp(), host: `made-up-${n}.test` }))

    expect(withStatus(answers, 429).length).toBeGreaterThan(50)
    expect(lookUps()).toBe(withStatus(answers, 421).length)
  })

  it('never refuses who has a key that is known to be good, nor counts it', async () => {
    const address = '198.51.100.3'
    const admin = await server.admin()
    await ask({ address, key: admin.key, host: admin.host })

    const [good, bad] = await Promise.all([
      times(100, () => ask({ address, key: admin.key, host: admin.host })),
      times(100, () => ask({ address, key: madeUp(), host: admin.host })),
    ])

    expect(withStatus(bad, 429).length).toBeGreaterThan(0)
    expect(withStatus(good, 200)).toHaveLength(100)
  })

  it('knows a key again that something of its tenant was revoked around', async () => {
    const address = '198.51.100.4'
    const admin = await server.admin()
    const colleague = await server.colleague(admin, { role: 'Viewer' })
    const mine = () => ask({ address, key: colleague.key, host: admin.host })
    await mine()
    await server.colleague(admin, { role: 'Viewer' })
    await times(100, () => ask({ address, key: madeUp(), host: admin.host }))

    expect(withStatus(await times(20, mine), 200)).toHaveLength(20)
  })

  it('hurts nobody among many people behind one address who all come for the first time', async () => {
    const admin = await server.admin()
    const people = await colleagues(admin, 40)

    const answers = await Promise.all(people.map(({ key }) => ask({ address: '198.51.100.5', key, host: admin.host })))

    expect(withStatus(answers, 200)).toHaveLength(40)
  })

  it('takes all addresses of an IPv6 network for one, and an IPv4 address for itself in every spelling', async () => {
    const admin = await server.admin()
    const from = (spelling: (n: number) => string) =>
      times(40, (n) => ask({ address: spelling(n), key: madeUp(), host: admin.host })).then((answers) => withStatus(answers, 429).length)

    expect(await from((n) => `2001:db8:1:2:${n}::1`)).toBeGreaterThan(10)
    expect(await from((n) => (n % 2 ? '::ffff:198.51.100.6' : '198.51.100.6'))).toBeGreaterThan(10)
    expect(await from((n) => `2001:db8:1:${n + 16}::1`)).toBe(0)
    expect(await from((n) => `198.51.101.${n}`)).toBe(0)
  })

  it("lets one tenant's strangers take no look-ups of another, wherever they come from", async () => {
    const [attacked, quiet] = [await server.admin(), await server.admin()]
    const people = await colleagues(quiet, 60)
    const release = holdBack(attacked.tenantId)
    const strangers = times(200, (n) => ask({ address: `203.0.113.${n}`, key: madeUp(), host: attacked.host }))
    await vi.waitFor(() => expect(vi.mocked(server.services().calls.call).mock.calls.length).toBeGreaterThan(10))

    const answers = await Promise.all(people.map(({ key }, n) => ask({ address: `192.0.2.${n}`, key, host: quiet.host })))
    release()
    await strangers

    expect(withStatus(answers, 200)).toHaveLength(60)
  })

  it('answers a key that was found to be unknown from memory for a moment, and counts it once', async () => {
    const admin = await server.admin()
    const lookUps = lookUpsOf('find-credential')
    const stale = madeUp()

    const answers: Answered[] = []
    for (let n = 0; n < 50; n++) answers.push(await ask({ address: '198.51.100.7', key: stale, host: admin.host }))

    expect(withStatus(answers, 401)).toHaveLength(50)
    expect(lookUps()).toBeLessThan(10)
  })

  it('writes no stack trace for what it refuses', async () => {
    const admin = await server.admin()
    const release = holdBack(admin.tenantId)
    const before = server.logs.length
    const strangers = times(1000, (n) => ask({ address: `203.0.${n % 200}.7`, key: madeUp(), host: admin.host }))
    const written = () => server.logs.slice(before).join('')
    await vi.waitFor(() => expect(written()).toContain('became free in time'), { timeout: 30_000 })
    release()
    const answers = await strangers

    expect(withStatus(answers, 503).map(({ headers }) => headers['retry-after'])).toContain('1')
    expect(written()).not.toContain('"stack"')
  })
})
