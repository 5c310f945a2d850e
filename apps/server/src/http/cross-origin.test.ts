import { failuresOf, type OperationShape, operations } from '@facet/contract'
import { describe, expect, test } from 'vitest'
import { type Actor, expectTokenGood, givenKey, givenSession, givenToken, useServer } from '#test'

const server = useServer('shared')

const page = 'https://app.acme.example'
const foreign = 'https://evil.example'

const given = async (): Promise<Actor> => {
  const owner = await server.admin()
  await owner.api.updateTenantSettings({ body: { embedOrigins: [page, 'http://localhost:3000'] } })
  return owner
}
const ownOrigin = (owner: Actor): string => `http://${owner.host}`
const crossing = (answer: Response) => [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))

type Framed = [id: string, method: string, path: (owner: Actor) => string, of: (owner: Actor) => Promise<{ key?: string; json?: unknown }>]

const framed: Framed[] = [
  [
    'exchangeSession',
    'POST',
    () => '/api/v1/embed/session/token',
    async (owner) => ({ json: { sessionId: (await givenSession(owner)).sessionId } }),
  ],
  [
    'renewSession',
    'POST',
    () => '/api/v1/embed/session/renew',
    async (owner) => {
      const { token, externalId } = await givenToken(server, owner)
      return { key: token, json: { sessionId: (await givenSession(owner, { externalId })).sessionId } }
    },
  ],
  [
    'getDeployment',
    'GET',
    ({ deploymentId }) => `/api/v1/deployments/${deploymentId}`,
    async (owner) => ({ key: (await givenToken(server, owner)).token }),
  ],
  ['getEmbedKeys', 'GET', () => '/api/v1/embed/jwks.json', () => Promise.resolve({})],
]

const it = test.extend('owner', () => given())

describe.each(framed)('%s from a page', (_, method, path, of) => {
  const preflight = (owner: Actor, origin: string) =>
    server.request(owner, path(owner), { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } })
  const call = async (owner: Actor, origin: string | undefined) => {
    const { key, json } = await of(owner)
    const caller = { headers: owner.headers, ...(key === undefined ? {} : { key }) }
    return server.request(caller, path(owner), {
      method,
      headers: origin === undefined ? {} : { origin },
      ...(json === undefined ? {} : { json }),
    })
  }

  it('is allowed without credentials when its origin is allowed', async ({ owner }) => {
    const asked = await preflight(owner, page)
    expect([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('access-control-allow-methods')]).toEqual([
      204,
      page,
      method,
    ])
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization')
    const answer = await call(owner, page)
    expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([200, page, 'Origin'])
    for (const { headers } of [asked, answer]) expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('is refused without CORS headers when its origin is foreign', async ({ owner }) => {
    for (const answer of [
      await preflight(owner, foreign),
      await call(owner, foreign),
      await call(owner, 'null'),
      await call(owner, `${page}.evil.example`),
    ]) {
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'origin_not_allowed' })
      expect(crossing(answer)).toEqual([])
    }
  })

  it('is answered without headers when it has our own origin or none', async ({ owner }) => {
    for (const origin of [ownOrigin(owner), undefined]) {
      const answer = await call(owner, origin)
      expect([answer.status, crossing(answer)]).toEqual([200, []])
    }
  })
})

it('preflight names every method that frames may use on a path', async ({ owner }) => {
  const asked = await server.request(owner, `/api/v1/deployments/${owner.deploymentId}/folders`, {
    method: 'OPTIONS',
    headers: { origin: page, 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' },
  })

  expect(asked.headers.get('access-control-allow-methods')?.split(', ').toSorted()).toEqual(['GET', 'POST'])
  expect(asked.headers.get('access-control-allow-headers')).toContain('idempotency-key')
})

describe('an origin that may not call', () => {
  it('does not use a session up, by exchange or by renewal', async ({ owner }) => {
    const { token, externalId } = await givenToken(server, owner)
    const { sessionId } = await givenSession(owner, { externalId })
    const send = (path: string, key?: string) =>
      server.request({ headers: owner.headers, ...(key ? { key } : {}) }, path, {
        method: 'POST',
        headers: { origin: foreign },
        json: { sessionId },
      })

    expect((await send('/api/v1/embed/session/token')).status).toBe(403)
    expect((await send('/api/v1/embed/session/renew', token)).status).toBe(403)

    const { token: next } = await server.anonymous(owner).exchangeSession({ body: { sessionId } })
    await expectTokenGood(server, owner, next)
  })

  it('is one of another tenant too', async () => {
    const [owner, stranger] = [await given(), await server.admin()]
    const send = async (to: Actor) => {
      const { sessionId } = await givenSession(to)
      return server.request({ headers: to.headers }, '/api/v1/embed/session/token', {
        method: 'POST',
        headers: { origin: page },
        json: { sessionId },
      })
    }

    expect((await send(owner)).status).toBe(200)
    expect((await send(stranger)).status).toBe(403)
  })

  it('lets an allowed page read a refusal', async ({ owner }) => {
    const answer = await server.request({ headers: owner.headers }, '/api/v1/embed/session/token', {
      method: 'POST',
      headers: { origin: page },
      json: { sessionId: 'nothing' },
    })

    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, page])
  })

  it('says nothing of keys, which have origins of their own', async ({ owner }) => {
    const scoped = await givenKey(server, owner, { origins: [foreign] })
    const read = (key: string, origin: string) =>
      server.request({ headers: owner.headers, key }, `/api/v1/deployments/${owner.deploymentId}`, { headers: { origin } })

    expect((await read(owner.key, foreign)).status).toBe(200)
    expect(crossing(await read(owner.key, foreign))).toEqual([])
    expect((await read(scoped.key, foreign)).status).toBe(200)
    expect((await read(scoped.key, page)).status).toBe(403)
  })
})

describe('every other operation', () => {
  it('says in the contract that no page is refused, while those that frames call say that some are', () => {
    const all: OperationShape[] = Object.values(operations)
    const listing = all.filter((operation) => failuresOf(operation).includes('origin_not_allowed')).map(({ id }) => id)

    expect(listing).toEqual(expect.arrayContaining(framed.map(([id]) => id)))
    expect(listing).not.toContain('generateSession')
  })

  it.each([
    ['generateSession', '/api/v1/embed/generate-session', 'POST'],
    ['listEmbedSessions', '/api/v1/embed/sessions', 'GET'],
    ['getDeployments', '/api/v1/deployments', 'GET'],
  ])('has no answer for browsers of other origins: %s', async (_, path, method) => {
    const owner = await given()

    const asked = await server.request(owner, path, {
      method: 'OPTIONS',
      headers: { origin: page, 'access-control-request-method': method },
    })
    const answer = await server.request(owner, path, { method, headers: { origin: page }, ...(method === 'POST' ? { json: {} } : {}) })

    expect(asked.status).toBe(404)
    expect([...crossing(asked), ...crossing(answer)]).toEqual([])
  })
})
