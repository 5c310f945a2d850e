import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Actor, answerWith, contextOf, givenToken, setVariables, startStandInEngine, useServer } from '#test'

const engine = await startStandInEngine()
const server = useServer({ FACET_DATA_DOMAIN: 'data.test' }, { openGateway: engine.openGateway })
afterAll(engine.stop)
beforeEach(() => {
  engine.asked.length = 0
  engine.errors.length = 0
  engine.hasAddon(false)
  engine.answer(answerWith(200, '{"data":[1]}', { server: 'x', 'x-powered-by': 'Express', 'set-cookie': 'a=b' }))
})

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (claims: object, secret: string, header: object = { alg: 'HS256', typ: 'JWT' }): string => {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}
const secret = 'a secret of the deployment that is long enough'

const slugOf = async ({ api, deploymentId }: Actor): Promise<string> =>
  new URL((await api.getDeployment({ params: { deploymentId } })).deploymentUrl ?? '').pathname.split('/')[2] ?? ''

/** Somebody with a deployment whose data API can be asked. */
const givenDeployment = async () => {
  const owner = await server.admin()
  await setVariables(owner, { name: 'CUBEJS_API_SECRET', value: secret })
  const base = `/deployment/${await slugOf(owner)}`
  const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url()}${base}${path}`, { ...init, headers: { ...owner.headers, ...headers } })
  return { owner, base, ask }
}
type Given = Awaited<ReturnType<typeof givenDeployment>>

const load = '/cubejs-api/v1/load'
const refusal = async (response: Response) => {
  const { code, error, requestId } = (await response.json()) as Record<string, string>
  expect(requestId).toBe(response.headers.get('x-request-id'))
  return { status: response.status, code, error }
}
const embedOf = (given: Given, body = {}) => givenToken(server, given.owner, body)

describe('a query with an embed token', () => {
  it('reaches the engine with the frozen context and nothing of the caller beside it', async () => {
    const given = await givenDeployment()
    const { token, externalId } = await embedOf(given, { securityContext: { shop: 7 } })

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

  it('is refused on another deployment, on another tenant, and when it was revoked', async () => {
    const given = await givenDeployment()
    const { token, externalId } = await embedOf(given)
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
    const second = `/deployment/${await slugOf({ ...given.owner, deploymentId: id })}`
    const other = await givenDeployment()
    const authorization = token

    const elsewhere = await fetch(`${server.url()}${second}${load}`, { headers: { ...given.owner.headers, authorization } })
    expect(await refusal(elsewhere)).toEqual({ status: 403, code: 'token_of_another_deployment', error: 'Invalid token' })
    expect(await refusal(await other.ask(load, { authorization }))).toMatchObject({ status: 403, code: 'token_invalid' })
    expect((await given.ask(load, { authorization })).status).toBe(200)
    await given.owner.api.revokeEmbedSessions({ body: { externalId } })
    await expect
      .poll(async () => refusal(await given.ask(load, { authorization })), { timeout: 10_000 })
      .toEqual({ status: 403, code: 'embed_token_revoked', error: 'Invalid token' })
  })

  it('is told a code in place of what the warehouse says, while the owner reads it', async () => {
    const given = await givenDeployment()
    const { token } = await embedOf(given)
    const text = JSON.stringify({ error: 'duplicate key (card)=(4111)' })
    engine.answer(answerWith(400, text))

    const framed = await given.ask(load, { authorization: token })
    const owned = await given.ask(load, { authorization: signed({}, secret) })

    expect(await refusal(framed)).toMatchObject({ status: 400, code: 'query_failed' })
    expect(engine.errors).toEqual([expect.objectContaining({ deploymentId: given.owner.deploymentId, status: 400, text })])
    expect(owned.status).toBe(400)
    await expect(owned.text()).resolves.toBe(text)
  })

  it('hears of errors in explanations by code too, also where they are longer than is kept', async () => {
    const given = await givenDeployment()
    const { token } = await embedOf(given)
    engine.answer(answerWith(200, JSON.stringify({ sql: { status: 'error', error: 'card 4111' } })))
    const explained = await given.ask('/cubejs-api/v1/sql?query=%7B%7D', { authorization: token })
    engine.answer(answerWith(500, JSON.stringify({ error: '4111'.repeat(100_000) })))
    const long = await given.ask(load, { authorization: token })

    expect(await refusal(explained)).toMatchObject({ code: 'query_failed' })
    expect(await refusal(long)).toMatchObject({ status: 500, code: 'query_failed' })
    expect(engine.errors[1]?.text.length).toBe(65_536)
  })

  it('hears of errors in lines of SQL answers by code', async () => {
    const given = await givenDeployment()
    const { token } = await embedOf(given)
    engine.hasAddon(true)
    engine.answer(answerWith(200, '{"schema":[]}\n{"data":[]}\n{"error":"card 4111"}\n'))

    const framed = await given.ask('/cubejs-api/v1/cubesql', { authorization: token }, { method: 'POST' })
    const owned = await given.ask('/cubejs-api/v1/cubesql', { authorization: signed({}, secret) }, { method: 'POST' })

    const lines = (await framed.text()).trimEnd().split('\n')
    expect(lines.slice(0, 2)).toEqual(['{"schema":[]}', '{"data":[]}'])
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ code: 'query_failed' })
    expect(engine.errors).toMatchObject([{ text: '{"error":"card 4111"}\n' }])
    await expect(owned.text()).resolves.toContain('card 4111')
  })

  it('passes `Continue wait` and good explanations as they are', async () => {
    const given = await givenDeployment()
    const { token } = await embedOf(given)
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
  it('is honoured as it is, with a body of JSON and any word before it', async () => {
    const given = await givenDeployment()
    const authorization = `Whatever ${signed({ region: 'EU', cubeCloud: { groups: ['a'] } }, secret)}`

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
    ['another secret', () => ({ authorization: signed({}, 'another') }), 'token_invalid'],
    ['another algorithm', () => ({ authorization: signed({}, secret, { alg: 'HS512', typ: 'JWT' }) }), 'token_malformed'],
    ['no algorithm', () => ({ authorization: `${encode({ alg: 'none' })}.${encode({})}.AA` }), 'token_malformed'],
    ['an end in the past', () => ({ authorization: signed({ exp: 1 }, secret) }), 'token_expired'],
    ['a beginning in the future', () => ({ authorization: signed({ nbf: 9e9 }, secret) }), 'token_not_yet_valid'],
    ['an end that is no time', () => ({ authorization: signed({ exp: 'never' }, secret) }), 'token_invalid'],
    ['a list of claims', () => ({ authorization: signed([], secret) }), 'token_invalid'],
    ['claims that are laid over others', () => ({ authorization: signed({ u: { a: 1 } }, secret) }), 'token_context_reserved'],
    [
      'a token of ours that nobody issued',
      () => ({ authorization: signed({}, secret, { alg: 'HS256', typ: 'facet-data+jwt' }) }),
      'token_invalid',
    ],
  ])('with %s is refused by its own code', async (_, headersOf, code) => {
    const given = await givenDeployment()

    const refused = await refusal(await given.ask(load, headersOf(signed({}, secret))))

    expect(refused).toMatchObject({ status: 403, code })
    expect(refused.error).toBe(code === 'authorization_missing' ? "Authorization header isn't set" : 'Invalid token')
    expect(engine.asked).toEqual([])
  })

  it('ends with its secret', async () => {
    const given = await givenDeployment()
    const authorization = signed({}, secret)
    expect((await given.ask(load, { authorization })).status).toBe(200)

    await setVariables(given.owner, { name: 'CUBEJS_API_SECRET', value: 'the next secret' })

    await expect.poll(async () => (await given.ask(load, { authorization })).status, { timeout: 10_000 }).toBe(403)
    expect((await given.ask(load, { authorization: signed({}, 'the next secret') })).status).toBe(200)
  })
})

describe('what is served', () => {
  it.each([
    ['GET', '/cubejs-api/v1/cubesql', 405, 'method_not_allowed'],
    ['POST', '/cubejs-api/v1/cubesql', 501, 'cubesql_needs_addon'],
    ['POST', '/cubejs-api/v1/meta', 405, 'method_not_allowed'],
    ['DELETE', load, 405, 'method_not_allowed'],
    ['GET', '/cubejs-api/v1/pre-aggregations', 404, 'route_not_found'],
    ['GET', '/dev-mode/main/cubejs-api/v1/load', 501, 'dev_mode_not_served'],
  ])('%s %s is %i %s', async (method, path, status, code) => {
    const given = await givenDeployment()

    const response = await given.ask(path, { authorization: signed({}, secret) }, { method })

    expect(await refusal(response)).toMatchObject({ status, code })
    expect(engine.leases()).toBe(0)
  })

  it('passes SQL on where the engine has its addon, and says that it lives to anybody', async () => {
    const given = await givenDeployment()
    engine.hasAddon(true)

    const asked = await given.ask('/cubejs-api/v1/cubesql', { authorization: signed({}, secret) }, { method: 'POST' })
    const alive = await given.ask('/livez')

    expect(asked.status).toBe(200)
    await expect(alive.json()).resolves.toEqual({ health: 'HEALTH' })
  })

  it('knows no deployment of another tenant and no other host', async () => {
    const [given, other] = [await givenDeployment(), await givenDeployment()]
    const at = (headers: Record<string, string>) => fetch(`${server.url()}${given.base}${load}`, { headers })

    expect(await refusal(await at(other.owner.headers))).toMatchObject({ status: 404, code: 'deployment_not_found' })
    expect(await refusal(await at({ 'x-forwarded-host': 'nobody.test' }))).toMatchObject({ status: 421, code: 'unknown_host' })
    const hostRouted = await fetch(`${server.url()}/cubejs-api/v1/load`, { headers: given.owner.headers })
    expect(await refusal(hostRouted)).toMatchObject({ status: 421, code: 'unknown_host' })
  })

  it('is the deployment under its own domain', async () => {
    const given = await givenDeployment()
    const domain = `data.${given.owner.host}`
    await server.database().query('update deployments set custom_domain = $1 where id = $2', [domain, given.owner.deploymentId])

    const response = await fetch(`${server.url()}${load}`, { headers: { 'x-forwarded-host': domain, authorization: signed({}, secret) } })

    expect(response.status).toBe(200)
  })

  it('is the deployment under its slug below the data domain, where nothing else is', async () => {
    const given = await givenDeployment()
    const host = `${given.base.split('/')[2]}.data.test`
    const at = (path: string, name = host) =>
      fetch(`${server.url()}${path}`, { headers: { 'x-forwarded-host': name, authorization: signed({}, secret) } })

    expect((await at(load)).status).toBe(200)
    expect(await refusal(await at('/api/v1/deployments'))).toMatchObject({ status: 404, code: 'route_not_found' })
    expect(await refusal(await at(`${given.base}${load}`))).toMatchObject({ status: 404, code: 'route_not_found' })
    expect(await refusal(await at(load, 'nobody.data.test'))).toMatchObject({ status: 421, code: 'unknown_host' })
  })

  it('asks pages for their origin, before the request and in it', async () => {
    const given = await givenDeployment()
    await given.owner.api.updateTenantSettings({ body: { embedOrigins: ['https://shop.example'] } })
    const preflight = (origin: string) => given.ask(load, { origin, 'access-control-request-method': 'POST' }, { method: 'OPTIONS' })

    const allowed = await preflight('https://shop.example')
    const answered = await given.ask(load, { origin: 'https://shop.example' })

    expect([allowed.status, allowed.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, POST'])
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([403, 'https://shop.example'])
    expect(await refusal(await preflight('https://evil.example'))).toMatchObject({ status: 403, code: 'origin_not_allowed' })
  })
})

describe('an answer under way', () => {
  type Open = { status: Promise<number | undefined>; ended: Promise<string>; chunk: Promise<unknown>; abort: () => void }
  const openLoad = ({ base, owner }: Given, authorization: string): Open => {
    const request = httpRequest(`${server.url()}${base}${load}`, { headers: { ...owner.headers, authorization } })
    const [status, ended, chunk] = [
      Promise.withResolvers<number | undefined>(),
      Promise.withResolvers<string>(),
      Promise.withResolvers<unknown>(),
    ]
    request.on('error', () => ended.resolve('broken'))
    request.on('response', (response) => {
      status.resolve(response.statusCode)
      response.on('data', chunk.resolve)
      response.on('error', () => ended.resolve('broken'))
      response.on('end', () => ended.resolve('whole'))
    })
    request.end()
    return { status: status.promise, ended: ended.promise, chunk: chunk.promise, abort: () => void request.destroy() }
  }
  /** Says a first word and then nothing more. */
  const hanging = () =>
    engine.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"data":')
    })

  it('is cut when its token is revoked', async () => {
    const given = await givenDeployment()
    const { token, externalId } = await embedOf(given)
    hanging()
    const open = openLoad(given, token)
    await open.chunk

    await given.owner.api.revokeEmbedSessions({ body: { externalId } })

    await expect(open.ended).resolves.toBe('broken')
    await vi.waitFor(() => expect([engine.leases(), engine.sockets()]).toEqual([0, expect.any(Number)]))
  })

  it('goes on when another token of the tenant is revoked', async () => {
    const given = await givenDeployment()
    const [{ token }, other] = [await embedOf(given), await embedOf(given)]
    let finish = (): void => undefined
    engine.answer((_, response) => {
      response.write('{"data":')
      finish = () => void response.end('1}')
    })
    const open = openLoad(given, token)
    await open.chunk
    await given.owner.api.revokeEmbedSessions({ body: { externalId: other.externalId } })
    await expect.poll(async () => (await given.ask('/readyz', { authorization: other.token })).status, { timeout: 10_000 }).toBe(403)

    finish()

    await expect(open.ended).resolves.toBe('whole')
  })

  it('ends at the engine when the caller goes away, before it says anything and after', async () => {
    const given = await givenDeployment()
    const gone = Promise.withResolvers<void>()
    engine.answer((_, response) => void response.on('close', gone.resolve))
    const silent = openLoad(given, signed({}, secret))
    await vi.waitFor(() => expect(engine.asked).toHaveLength(1))
    silent.abort()
    await gone.promise
    hanging()
    const open = openLoad(given, signed({}, secret))
    await open.chunk
    open.abort()

    await vi.waitFor(() => expect(engine.leases()).toBe(0))
  })

  it('is broken off when the engine ends in the middle, and 503 when it ends before', async () => {
    const given = await givenDeployment()
    const authorization = signed({}, secret)
    engine.answer((request) => void request.socket.destroy())
    expect(await refusal(await given.ask(load, { authorization }))).toMatchObject({ status: 503, code: 'engine_unavailable' })
    engine.answer((request, response) => {
      response.write('{"data":')
      setImmediate(() => request.socket.destroy())
    })

    await expect(openLoad(given, authorization).ended).resolves.toBe('broken')
  })

  it('comes no faster than the caller reads', async () => {
    const given = await givenDeployment()
    const chunk = Buffer.alloc(65_536, 'x')
    let written = 0
    engine.answer((_, response) => {
      const more = (): void => {
        while (written < 4000) {
          written += 1
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const request = httpRequest(`${server.url()}${given.base}${load}`, {
      headers: { ...given.owner.headers, authorization: signed({}, secret) },
    })
    const response = await new Promise<import('node:http').IncomingMessage>((resolve) => request.on('response', resolve).end())
    response.pause()
    let before = -1
    await vi.waitFor(
      () => {
        const still = before === written
        before = written
        expect(still).toBe(true)
      },
      { interval: 200, timeout: 10_000 },
    )

    expect(written).toBeLessThan(1000)
    let bytes = 0
    for await (const part of response as AsyncIterable<Buffer>) bytes += part.length
    expect(bytes).toBe(4000 * chunk.length)
  })

  it('counts a body that does not say its length', async () => {
    const given = await givenDeployment()
    const headers = { ...given.owner.headers, authorization: signed({}, secret), 'content-type': 'application/json' }
    const request = httpRequest(`${server.url()}${given.base}${load}`, { method: 'POST', headers })
    const status = new Promise((resolve) =>
      request.on('response', ({ statusCode }) => resolve(statusCode)).on('error', () => resolve('broken')),
    )
    const chunk = Buffer.alloc(1_048_576, ' ')
    for (let megabytes = 0; megabytes < 52; megabytes += 1)
      if (!request.write(chunk)) await new Promise((resolve) => request.once('drain', resolve).once('close', resolve))
    request.end()

    expect([413, 'broken']).toContain(await status)
    await vi.waitFor(() => expect(engine.leases()).toBe(0))
  })
})
