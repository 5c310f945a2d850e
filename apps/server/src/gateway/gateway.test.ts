import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  answerWith,
  contextOf,
  dataPathOf,
  dataRefusalOf,
  encodePart,
  givenDataApi,
  givenDataToken,
  setVariables,
  signedBySecret,
  startStandInEngine,
  useServer,
  variableValue,
} from '#test'

const engine = await startStandInEngine()
const server = useServer({ FACET_DATA_DOMAIN: 'data.test' }, { openGateway: engine.openGateway })
afterAll(engine.stop)
beforeEach(() => {
  engine.asked.length = 0
  engine.errors.length = 0
  engine.answer(answerWith(200, '{"data":[1]}', { server: 'x', 'x-powered-by': 'Express', 'set-cookie': 'a=b' }))
})

const load = '/cubejs-api/v1/load'

const it = test.extend('given', () => givenDataApi(server))

describe('a query with an embed token', () => {
  it('reaches the engine with the frozen context and nothing of the caller beside it', async ({ given }) => {
    const { token, externalId } = await given.session({ securityContext: { shop: 7 } })

    const response = await given.ask(`${load}?query=%7B%7D`, {
      authorization: `Bearer ${token}`,
      cookie: 'a=b',
      'x-cube-authorization': 'evil',
      'x-request-id': 'mine-1',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    })

    expect(response.status).toBe(200)
    await expect(response.text()).resolves.toBe('{"data":[1]}')
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'x-request-id': 'mine-1', vary: 'Origin', 'cache-control': 'no-store' })
    expect([...response.headers.keys()]).not.toEqual(expect.arrayContaining(['server']))
    expect(response.headers.get('x-powered-by') ?? response.headers.get('set-cookie')).toBeNull()
    const [asked] = engine.asked
    expect(asked?.url).toBe(`${load}?query=%7B%7D`)
    expect(Object.keys(asked?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'authorization',
      'connection',
      'host',
      'traceparent',
      'x-request-id',
    ])
    expect(asked?.headers).toMatchObject({ 'x-request-id': 'mine-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` })
    expect(asked && contextOf(asked)).toEqual({ shop: 7, cubeCloud: { username: externalId, groups: [], userAttributes: {} } })
  })

  it('is refused on another deployment, on another tenant, and when it was revoked', async ({ given }) => {
    const { token, externalId } = await given.session()
    const { id } = await given.owner.api.createDeployment({
      body: {
        name: 'Second',
        cloudProvider: 'cubecloud',
        isManaged: true,
        region: 'local',
        targetPlatform: 'aws',
        creationStep: 'project',
      },
    })
    const second = await dataPathOf({ ...given.owner, deploymentId: id })
    const other = await givenDataApi(server)
    const authorization = token

    const elsewhere = await fetch(`${server.url()}${second}${load}`, { headers: { ...given.owner.headers, authorization } })
    expect(await dataRefusalOf(elsewhere)).toEqual({ status: 403, code: 'token_of_another_deployment', error: 'Invalid token' })
    expect(await dataRefusalOf(await other.ask(load, { authorization }))).toMatchObject({ status: 403, code: 'token_invalid' })
    expect((await given.ask(load, { authorization })).status).toBe(200)
    await given.owner.api.revokeEmbedSessions({ body: { externalId } })
    await expect
      .poll(async () => dataRefusalOf(await given.ask(load, { authorization })), { timeout: 10_000 })
      .toEqual({ status: 403, code: 'embed_token_revoked', error: 'Invalid token' })
  })

  it('is told a code in place of what the warehouse says, while the owner reads it', async ({ given }) => {
    const { token } = await given.session()
    const text = JSON.stringify({ error: 'duplicate key (card)=(4111)' })
    engine.answer(answerWith(400, text))

    const framed = await given.ask(load, { authorization: token })
    const owned = await given.ask(load, { authorization: signedBySecret({}) })

    expect(await dataRefusalOf(framed)).toMatchObject({ status: 400, code: 'query_failed' })
    expect(engine.errors).toEqual([
      expect.objectContaining({
        deploymentId: given.owner.deploymentId,
        caller: expect.stringMatching(/^external \d+$/),
        status: 400,
        text,
      }),
    ])
    expect(owned.status).toBe(400)
    await expect(owned.text()).resolves.toBe(text)
  })

  it('hears of errors in explanations by code too, also where they are longer than is kept', async ({ given }) => {
    const { token } = await given.session()
    engine.answer(answerWith(200, JSON.stringify({ sql: { status: 'error', error: 'card 4111' } })))
    const explained = await given.ask('/cubejs-api/v1/sql?query=%7B%7D', { authorization: token })
    engine.answer(answerWith(500, JSON.stringify({ error: '4111'.repeat(100_000) })))
    const long = await given.ask(load, { authorization: token })

    expect(await dataRefusalOf(explained)).toMatchObject({ code: 'query_failed' })
    expect(await dataRefusalOf(long)).toMatchObject({ status: 500, code: 'query_failed' })
    expect(engine.errors[1]?.text.length).toBe(65_536)
  })

  it('hears of errors in lines of SQL answers by code', async ({ given }) => {
    const { token } = await given.session()
    engine.answer(answerWith(200, '{"schema":[]}\n{"data":[]}\n{"error":"card 4111"}\n'))

    const framed = await given.ask('/cubejs-api/v1/cubesql', { authorization: token }, { method: 'POST' })
    const owned = await given.ask('/cubejs-api/v1/cubesql', { authorization: signedBySecret({}) }, { method: 'POST' })

    const lines = (await framed.text()).trimEnd().split('\n')
    expect(lines.slice(0, 2)).toEqual(['{"schema":[]}', '{"data":[]}'])
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ code: 'query_failed' })
    expect(engine.errors).toMatchObject([{ text: '{"error":"card 4111"}' }])
    await expect(owned.text()).resolves.toContain('card 4111')
  })

  it.each([
    ['load', 400, JSON.stringify({ error: `cannot log in with ${variableValue}`, status: 'true' })],
    ['load', 500, `cannot log in with ${variableValue}`],
    ['sql?query=%7B%7D', 200, JSON.stringify({ sql: { status: 'error', error: variableValue } })],
    ['cubesql', 200, `{"schema":[]}\n{"error":"${variableValue}"}\n`],
  ])('and the owner hear nothing of variables by %s, %i', async (path, status, body) => {
    const given = await givenDataApi(server)
    const { token } = await given.session()
    engine.answer(answerWith(status, body))
    const method = path === 'cubesql' ? 'POST' : 'GET'

    const owned = await given.ask(`/cubejs-api/v1/${path}`, { authorization: signedBySecret({}) }, { method })
    const framed = await given.ask(`/cubejs-api/v1/${path}`, { authorization: token }, { method })

    expect(owned.status).toBe(status)
    await expect(owned.text()).resolves.toBe(body.replaceAll(variableValue, '[SECRET]'))
    await expect(framed.text()).resolves.not.toContain(variableValue)
    expect(engine.errors).toHaveLength(1)
    expect(engine.errors[0]?.text).toContain('[SECRET]')
  })

  it('returns 403 to an owner, and no advice to open the model, when the engine refuses a hidden member with 500', async ({ given }) => {
    engine.answer(
      answerWith(
        500,
        JSON.stringify({ error: "Error: You requested hidden member: 'sales.revenue'. Please make it visible using `public: true`." }),
      ),
    )

    const response = await given.ask(load, { authorization: signedBySecret({}) })

    const body = await response.text()
    expect([response.status, JSON.parse(body)]).toMatchObject([403, { code: 'member_denied' }])
    expect(body).toContain('sales.revenue')
    expect(body).not.toContain('public')
  })

  it('passes `Continue wait` and good explanations as they are', async ({ given }) => {
    const { token } = await given.session()
    for (const [path, body] of [
      [load, '{"error":"Continue wait"}'],
      ['/cubejs-api/v1/sql', '{"sql":{"status":"ok","sql":["select 1",[]]}}'],
    ] as const) {
      engine.answer(answerWith(200, body))
      const response = await given.ask(path, { authorization: token })
      expect([response.status, await response.text()]).toEqual([200, body])
    }
  })
})

describe('a token that the deployment signed', () => {
  it('is honoured as it is, with a body of JSON and any word before it', async ({ given }) => {
    const authorization = `Whatever ${signedBySecret({ region: 'EU', cubeCloud: { groups: ['a'] } })}`

    const response = await given.ask(load, { authorization, 'content-type': 'application/json' }, { method: 'POST', body: '{"query":{}}' })

    expect(response.status).toBe(200)
    expect(engine.asked[0]).toMatchObject({ method: 'POST', url: load, body: '{"query":{}}' })
    expect(engine.asked.map(contextOf)).toEqual([{ region: 'EU', cubeCloud: { groups: ['a'], userAttributes: {} } }])
  })

  it.each<[string, (good: string) => Record<string, string>, string]>([
    ['nothing', () => ({}), 'authorization_missing'],
    ['only the header of the engine', (good) => ({ 'x-cube-authorization': good }), 'authorization_missing'],
    ['no token', () => ({ authorization: 'Bearer' }), 'token_malformed'],
    ['an API key', () => ({ authorization: 'Bearer sk-aaaaaaaaaaaaaaaaaaaaaaaa' }), 'token_malformed'],
    ['another secret', () => ({ authorization: signedBySecret({}, 'another') }), 'token_invalid'],
    ['another algorithm', () => ({ authorization: signedBySecret({}, undefined, { alg: 'HS512', typ: 'JWT' }) }), 'token_malformed'],
    ['no algorithm', () => ({ authorization: `${encodePart({ alg: 'none' })}.${encodePart({})}.AA` }), 'token_malformed'],
    ['an end in the past', () => ({ authorization: signedBySecret({ exp: 1 }) }), 'token_expired'],
    ['a beginning in the future', () => ({ authorization: signedBySecret({ nbf: 9e9 }) }), 'token_not_yet_valid'],
    ['an end that is no time', () => ({ authorization: signedBySecret({ exp: 'never' }) }), 'token_invalid'],
    ['a list of claims', () => ({ authorization: signedBySecret([]) }), 'token_invalid'],
    ['claims that are laid over others', () => ({ authorization: signedBySecret({ u: { a: 1 } }) }), 'token_context_reserved'],
    [
      'a token of ours that nobody issued',
      () => ({ authorization: signedBySecret({}, undefined, { alg: 'HS256', typ: 'JWT', kid: 'facet-data' }) }),
      'token_invalid',
    ],
  ])('with %s is refused by its own code', async (_, headersOf, code) => {
    const given = await givenDataApi(server)

    const refused = await dataRefusalOf(await given.ask(load, headersOf(signedBySecret({}))))

    expect(refused).toMatchObject({ status: 403, code })
    expect(refused.error).toBe(code === 'authorization_missing' ? "Authorization header isn't set" : 'Invalid token')
    expect(engine.asked).toEqual([])
  })

  it('ends with its secret', async ({ given }) => {
    const authorization = signedBySecret({})
    expect((await given.ask(load, { authorization })).status).toBe(200)

    await setVariables(given.owner, { name: 'CUBEJS_API_SECRET', value: 'the next secret' })

    await expect.poll(async () => (await given.ask(load, { authorization })).status, { timeout: 10_000 }).toBe(403)
    expect((await given.ask(load, { authorization: signedBySecret({}, 'the next secret') })).status).toBe(200)
  })
})

it('a data token is valid only at the address of its environment', async ({ given }) => {
  const { tenantId, deploymentId, api } = given.owner
  const [other] = await server.query<{ id: number }>(
    "insert into environments (tenant_id, deployment_id, type) values ($1, $2, 'development') returning id",
    [tenantId, deploymentId],
  )
  const params = { deploymentId, environmentId: Number(other?.id) }
  const { data } = await api.createDeploymentEnvironmentToken({ params, body: { security_context: {} } })

  const refused = await dataRefusalOf(await given.ask(load, { authorization: data.token }))
  expect(refused).toEqual({ status: 403, code: 'token_of_another_environment', error: 'Invalid token' })
  expect((await given.ask(load, { authorization: await givenDataToken(given.owner) })).status).toBe(200)
})

describe('what is served', () => {
  it.each([
    ['GET', '/cubejs-api/v1/cubesql', 405, 'method_not_allowed'],
    ['POST', '/cubejs-api/v1/meta', 405, 'method_not_allowed'],
    ['DELETE', load, 405, 'method_not_allowed'],
    ['GET', '/cubejs-api/v1/pre-aggregations', 404, 'route_not_found'],
    ['GET', '/dev-mode/main/cubejs-api/v1/load', 501, 'dev_mode_not_served'],
  ])('%s %s is %i %s', async (method, path, status, code) => {
    const given = await givenDataApi(server)

    const response = await given.ask(path, { authorization: signedBySecret({}) }, { method })

    expect(await dataRefusalOf(response)).toMatchObject({ status, code })
    expect(engine.leases()).toBe(0)
  })

  it('passes SQL on, says where the engine has no addon for it, and that it lives to anybody', async ({ given }) => {
    const { token } = await given.session()
    const ask = (authorization: string) => given.ask('/cubejs-api/v1/cubesql', { authorization }, { method: 'POST' })

    const asked = await ask(signedBySecret({}))
    engine.answer(answerWith(501, '{"error":"facet:needs_native_addon: /cubejs-api/v1/cubesql needs the native addon of Cube"}'))
    for (const authorization of [signedBySecret({}), token])
      expect(await dataRefusalOf(await ask(authorization))).toMatchObject({ status: 501, code: 'cubesql_needs_addon' })
    engine.answer(answerWith(501, '{"error":"not now"}'))
    expect((await ask(token)).status).toBe(500)
    const alive = await given.ask('/livez')

    expect(asked.status).toBe(200)
    await expect(alive.json()).resolves.toEqual({ health: 'HEALTH' })
  })

  it('knows no deployment of another tenant and no other host', async () => {
    const [given, other] = [await givenDataApi(server), await givenDataApi(server)]
    const at = (headers: Record<string, string>) => fetch(`${server.url()}${given.base}${load}`, { headers })

    expect(await dataRefusalOf(await at(other.owner.headers))).toMatchObject({ status: 404, code: 'deployment_not_found' })
    expect(await dataRefusalOf(await at({ 'x-forwarded-host': 'nobody.test' }))).toMatchObject({ status: 421, code: 'unknown_host' })
    const hostRouted = await fetch(`${server.url()}/cubejs-api/v1/load`, { headers: given.owner.headers })
    expect(await dataRefusalOf(hostRouted)).toMatchObject({ status: 421, code: 'unknown_host' })
  })

  it('is the deployment under its own domain', async ({ given }) => {
    const domain = `data.${given.owner.host}`
    await server.query('update deployments set custom_domain = $1 where id = $2', [domain, given.owner.deploymentId])

    const response = await fetch(`${server.url()}${load}`, { headers: { 'x-forwarded-host': domain, authorization: signedBySecret({}) } })

    expect(response.status).toBe(200)
  })

  it('is the deployment under its slug below the data domain, where nothing else is', async ({ given }) => {
    const host = `${given.base.split('/')[2]}.data.test`
    const at = (path: string, name = host) =>
      fetch(`${server.url()}${path}`, { headers: { 'x-forwarded-host': name, authorization: signedBySecret({}) } })

    expect((await at(load)).status).toBe(200)
    expect(await dataRefusalOf(await at('/api/v1/deployments'))).toMatchObject({ status: 404, code: 'route_not_found' })
    expect(await dataRefusalOf(await at(`${given.base}${load}`))).toMatchObject({ status: 404, code: 'route_not_found' })
    expect(await dataRefusalOf(await at(load, 'nobody.data.test'))).toMatchObject({ status: 421, code: 'unknown_host' })
  })

  it('asks pages for their origin, before the request and in it', async ({ given }) => {
    await given.owner.api.updateTenantSettings({ body: { embedOrigins: ['https://shop.example'] } })
    const preflight = (origin: string) => given.ask(load, { origin, 'access-control-request-method': 'POST' }, { method: 'OPTIONS' })

    const allowed = await preflight('https://shop.example')
    const answered = await given.ask(load, { origin: 'https://shop.example' })

    expect([allowed.status, allowed.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, POST'])
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([403, 'https://shop.example'])
    expect(await dataRefusalOf(await preflight('https://evil.example'))).toMatchObject({ status: 403, code: 'origin_not_allowed' })
  })
})
