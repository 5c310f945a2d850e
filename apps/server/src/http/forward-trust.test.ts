import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForwardedTokens, type Forwarded, type ForwardedRequest } from '#nodes'
import { type Acted, filesOf, rootKey, type RunningServer, send, spyingHandlers, startServer, useDatabase } from '#test'

// Whoever calls is no proxy: nothing but a token could choose a tenant.
const settings = { FACET_TRUSTED_PROXIES: '10.9.9.9' }
const victim = 'victim.test'
const path = filesOf(1)
const requestId = 'r-1'
const genuine: ForwardedRequest = { method: 'GET', url: path, requestId }

const database = useDatabase()
let owner: RunningServer
let apiOnly: RunningServer
let acted: Acted[]
let victims: { tenantId: number; key: string }

beforeAll(async () => {
  const spied = spyingHandlers()
  acted = spied.acted
  owner = await startServer(settings, database, { handlers: spied.handlers })
  apiOnly = await startServer(settings, database, { roles: ['api'] })
  victims = await owner.addTenant(victim)
  await owner.addTenant('attacker.test')
})
afterAll(async () => {
  await apiOnly.stop()
  await owner.stop()
})

const forwarded = (): Forwarded => ({
  tenantId: victims.tenantId,
  host: victim,
  origin: `https://${victim}:8443`,
  address: '203.0.113.9',
  requestId,
})

type Making = { key?: Buffer; nowMs?: number; to?: string; request?: Partial<ForwardedRequest>; says?: Partial<Forwarded> }
const tokenOf = ({ key = rootKey(7), nowMs = Date.now(), to = owner.address, request, says }: Making = {}): string =>
  createForwardedTokens(
    () => null,
    { current: key, previous: null },
    () => nowMs,
  ).sign(to, { ...genuine, ...request }, { ...forwarded(), ...says })

/** A request under the attacker's host with the victim's key: only a token that is believed makes it one of the victim's. */
const sendWith = (server: RunningServer, token: string, more: Record<string, string> = {}) =>
  send(`${server.address}${path}`, {
    headers: {
      host: 'attacker.test',
      authorization: `Bearer ${victims.key}`,
      'x-request-id': requestId,
      'x-facet-forwarded': token,
      ...more,
    },
  })

describe('a token of another node', () => {
  it('decides host, scheme and address, and the limits are not counted again', async () => {
    const answer = await sendWith(owner, tokenOf())

    expect(answer.status).toBe(200)
    expect(acted.at(-1)).toMatchObject({ origin: `https://${victim}:8443`, requestId, context: { caller: { tenantId: victims.tenantId } } })
    expect(answer.headers['ratelimit']).toBeUndefined()
  })

  it('does not stand for a credential', async () => {
    const answer = await sendWith(owner, tokenOf(), { authorization: `Bearer sk-${'x'.repeat(43)}` })

    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  it('whose tenant is not that of its host is refused', async () => {
    const answer = await sendWith(owner, tokenOf({ says: { tenantId: victims.tenantId + 1 } }))

    expect(answer).toMatchObject({ status: 421, body: { code: 'unknown_host' } })
  })

  it('makes no node act that does not act on data models', async () => {
    const answer = await sendWith(apiOnly, tokenOf({ to: apiOnly.address }))

    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  })
})

describe('what is no token of another node for this request', () => {
  it.each<[string, () => string]>([
    ['words', () => 'yes'],
    ['an empty text', () => ''],
    ['one signed with another key', () => tokenOf({ key: rootKey(8) })],
    ['one signed with the root key itself', () => tokenOf().replace(/\..*/, `.${Buffer.alloc(32).toString('base64url')}`)],
    ['one without a signature', () => tokenOf().replace(/\..*/, '')],
    ['one that has ended', () => tokenOf({ nowMs: Date.now() - 60_000 })],
    ['one for another node', () => tokenOf({ to: apiOnly.address })],
    ['one for another path', () => tokenOf({ request: { url: filesOf(2) } })],
    ['one for another query', () => tokenOf({ request: { url: `${path}?withContent=true` } })],
    ['one for another method', () => tokenOf({ request: { method: 'PUT' } })],
    ['one of another request', () => tokenOf({ says: { requestId: 'r-2' } })],
  ])('is ignored: %s', async (_, token) => {
    const before = acted.length
    const asTheVictim = await sendWith(owner, token())
    const asItself = await sendWith(owner, token(), { host: victim })

    expect(asTheVictim).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(asItself.status).toBe(200)
    expect(asItself.headers['ratelimit']).toBeDefined()
    expect(acted.slice(before)).toMatchObject([{ origin: `http://${victim}` }])
  })

  it('is not passed on either: the next node gets a token of its own', async () => {
    const answer = await sendWith(apiOnly, 'forged', { host: victim, 'x-forwarded-host': 'attacker.test' })

    expect(answer).toMatchObject({ status: 200, headers: { 'x-facet-node': owner.services.cluster.self } })
    expect(acted.at(-1)).toMatchObject({ origin: `http://${victim}`, requestId })
  })
})
