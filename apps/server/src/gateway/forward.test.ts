import { once } from 'node:events'
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, vi, test } from 'vitest'
import { answerWith, dataRefusalOf, givenDataApi, type GivenDataApi, signedBySecret, startStandInEngine, useServer } from '#test'

const engine = await startStandInEngine()
const server = useServer({}, { openGateway: engine.openGateway })
afterAll(engine.stop)
beforeEach(() => {
  engine.asked.length = 0
  engine.errors.length = 0
  engine.answer(answerWith(200, '{"data":[1]}', { server: 'x', 'x-powered-by': 'Express', 'set-cookie': 'a=b' }))
})

const load = '/cubejs-api/v1/load'

const it = test.extend('given', () => givenDataApi(server))

describe('an engine that is long in coming', () => {
  it('is not asked for somebody whose token was revoked meanwhile', async ({ given }) => {
    const [{ token, externalId }, other] = [await given.session(), await given.session()]
    const start = engine.beStarting()
    const refused = given.ask(load, { authorization: token }).then(dataRefusalOf)
    const answered = given.ask(load, { authorization: other.token })
    await vi.waitFor(() => expect(engine.waiting()).toBe(2))

    await given.owner.api.revokeEmbedSessions({ body: { externalId } })
    const again = (): Promise<number | string> =>
      given.ask(load, { authorization: token }, { signal: AbortSignal.timeout(300) }).then(
        ({ status }) => status,
        () => 'waits',
      )
    await expect.poll(again, { timeout: 10_000 }).toBe(403)
    start()

    await expect(refused).resolves.toMatchObject({ status: 403, code: 'embed_token_revoked' })
    expect((await answered).status).toBe(200)
    expect(engine.asked).toHaveLength(1)
    await vi.waitFor(() => expect(engine.leases()).toBe(0))
  })

  it.each([
    ['whose tenant was suspended', 'update tenants set suspended_at = now() where id = $1', 421, 'unknown_host'],
    ['whose address leads elsewhere', "update deployments set slug = slug || '-x' where tenant_id = $1", 404, 'deployment_not_found'],
  ])('is not asked for somebody %s meanwhile', async (_, change, status, code) => {
    const given = await givenDataApi(server)
    const { token } = await given.session()
    const start = engine.beStarting()
    const refused = given.ask(load, { authorization: token }).then(dataRefusalOf)
    await vi.waitFor(() => expect(engine.waiting()).toBe(1))

    await server.query(change, [given.owner.tenantId])
    const alive = (): Promise<number> => given.ask('/livez').then((response) => response.status)
    await expect.poll(alive, { timeout: 10_000 }).toBe(status)
    start()

    await expect(refused).resolves.toMatchObject({ status, code })
    expect(engine.asked).toEqual([])
    await vi.waitFor(() => expect(engine.leases()).toBe(0))
  })

  it('is not waited for by who went away', async ({ given }) => {
    const start = engine.beStarting()
    const leaving = new AbortController()
    const left = given.ask(load, { authorization: signedBySecret({}) }, { signal: leaving.signal }).catch(() => 'left')
    await vi.waitFor(() => expect(engine.waiting()).toBe(1))

    leaving.abort()

    await expect(left).resolves.toBe('left')
    await vi.waitFor(() => expect(engine.waiting()).toBe(0))
    start()
    expect([engine.leases(), engine.asked]).toEqual([0, []])
  })
})

describe('an answer under way', () => {
  type Open = { status: Promise<number | undefined>; ended: Promise<string>; chunk: Promise<unknown>; abort: () => void }
  const openLoad = ({ base, owner }: GivenDataApi, authorization: string): Open => {
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

  it('is cut when its token is revoked', async ({ given }) => {
    const { token, externalId } = await given.session()
    hanging()
    const open = openLoad(given, token)
    await open.chunk

    await given.owner.api.revokeEmbedSessions({ body: { externalId } })

    await expect(open.ended).resolves.toBe('broken')
    await vi.waitFor(() => expect([engine.leases(), engine.sockets()]).toEqual([0, expect.any(Number)]))
  })

  it('is not delivered from buffers after a revocation', async () => {
    const large = Buffer.alloc(2_000_000, 'x')
    const given = await givenDataApi(server)
    const { token, externalId } = await given.session()
    engine.answer((_, response) => void response.writeHead(200).write(large))
    const { hostname, port } = new URL(server.url())
    const socket = connect(Number(port), hostname)
    const headers = Object.entries({ host: 'x', ...given.owner.headers, authorization: token }).map(([name, value]) => `${name}: ${value}`)
    socket.write(`GET ${given.base}${load} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    const [first] = (await once(socket, 'data')) as [Buffer]
    socket.pause()

    await given.owner.api.revokeEmbedSessions({ body: { externalId } })
    await vi.waitFor(() => expect(engine.leases()).toBe(0), { timeout: 5000 })
    let bytes = first.length
    const broken = once(socket, 'end').catch((error: unknown) => error)
    socket.on('data', (part: Buffer) => (bytes += part.length)).resume()

    expect(first.toString()).toMatch(/^HTTP\/1.1 200/)
    await expect(broken).resolves.toMatchObject({ code: 'ECONNRESET' })
    expect(bytes).toBeLessThan(large.length)
  })

  it.each([
    ['its tenant is suspended', 'update tenants set suspended_at = now() where id = $1'],
    ['its address leads elsewhere', "update deployments set slug = slug || '-x' where tenant_id = $1"],
  ])('is cut when %s', async (_, change) => {
    const given = await givenDataApi(server)
    const { token } = await given.session()
    hanging()
    const open = openLoad(given, token)
    await open.chunk

    await server.query(change, [given.owner.tenantId])

    await expect(open.ended).resolves.toBe('broken')
    await vi.waitFor(() => expect(engine.leases()).toBe(0))
  })

  it('is cut when an administrator narrows the user it is for', async ({ given }) => {
    const { owner } = given
    const { id } = await owner.api.getCurrentUser({})
    const narrow = (region: string) => owner.api.updateUser({ params: { userId: id }, body: { securityContext: { region } } })
    await narrow('all')
    const { cubeApiToken } = await owner.api.deploymentToken({ params: { deploymentId: owner.deploymentId } })
    hanging()
    const open = openLoad(given, cubeApiToken)
    await open.chunk

    await narrow('eu')

    await expect(open.ended).resolves.toBe('broken')
  })

  it('goes on when another token of the tenant is revoked', async ({ given }) => {
    const [{ token }, other] = [await given.session(), await given.session()]
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

  it('ends at the engine when the caller goes away, before it says anything and after', async ({ given }) => {
    const gone = Promise.withResolvers<undefined>()
    engine.answer((_, response) => void response.on('close', () => gone.resolve(undefined)))
    const silent = openLoad(given, signedBySecret({}))
    await vi.waitFor(() => expect(engine.asked).toHaveLength(1))
    silent.abort()
    await gone.promise
    hanging()
    const open = openLoad(given, signedBySecret({}))
    await open.chunk
    open.abort()

    await vi.waitFor(() => expect(engine.leases()).toBe(0))
  })

  it('is broken off when the engine ends in the middle, and 503 when it ends before', async ({ given }) => {
    const authorization = signedBySecret({})
    engine.answer((request) => void request.socket.destroy())
    expect(await dataRefusalOf(await given.ask(load, { authorization }))).toMatchObject({ status: 503, code: 'engine_unavailable' })
    engine.answer((request, response) => {
      response.write('{"data":')
      setImmediate(() => request.socket.destroy())
    })

    await expect(openLoad(given, authorization).ended).resolves.toBe('broken')
  })

  it('waits for a caller that reads slowly', async ({ given }) => {
    const chunk = Buffer.alloc(65_536, 'x')
    // 98 MB: several times what the sockets on the way hold.
    const chunks = 1500
    let written = 0
    engine.answer((_, response) => {
      const more = (): void => {
        while (written < chunks) {
          written += 1
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const request = httpRequest(`${server.url()}${given.base}${load}`, {
      headers: { ...given.owner.headers, authorization: signedBySecret({}) },
    })
    const response = await new Promise<IncomingMessage>((resolve) => request.on('response', resolve).end())
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

    expect(written).toBeLessThan(chunks / 2)
    let bytes = 0
    for await (const part of response as AsyncIterable<Buffer>) bytes += part.length
    expect(bytes).toBe(chunks * chunk.length)
  })

  it('counts a body that does not say its length', async ({ given }) => {
    const headers = { ...given.owner.headers, authorization: signedBySecret({}), 'content-type': 'application/json' }
    const request = httpRequest(`${server.url()}${given.base}${load}`, { method: 'POST', headers })
    const status = new Promise((resolve) =>
      request.on('response', ({ statusCode }) => resolve(statusCode)).on('error', () => resolve('broken')),
    )
    const chunk = Buffer.alloc(1_048_576, ' ')
    Readable.from(Array.from({ length: 52 }, () => chunk)).pipe(request)

    expect([413, 'broken']).toContain(await status)
    await vi.waitFor(() => expect(engine.leases()).toBe(0))
  })
})

it.each([1000, 8000])('forwards an early response and serves the next request on the connection (%i kB)', async (kilobytes) => {
  const given = await givenDataApi(server)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { ...given.owner.headers, authorization: signedBySecret({}), 'content-type': 'application/json' }
  const large = Buffer.alloc(kilobytes * 1024, ' ')
  const post = async (body = large) => {
    const request = httpRequest(`${server.url()}${given.base}${load}`, { method: 'POST', headers, agent })
    const [response] = (await once(request.end(body), 'response')) as [IncomingMessage]
    return { status: response.statusCode, text: await text(response) }
  }
  try {
    engine.answerUnread(answerWith(400, '{"error":"no"}'))
    expect(await post()).toEqual({ status: 400, text: '{"error":"no"}' })
    engine.answerUnread(answerWith(200, '{"data":[1]}'))
    expect(await post()).toEqual({ status: 200, text: '{"data":[1]}' })
    engine.answerUnread((request) => void request.socket.destroy())
    expect(await post()).toMatchObject({ status: 503 })
    engine.answer(answerWith(200, '{"data":[2]}'))
    expect(await post(Buffer.from('{}'))).toEqual({ status: 200, text: '{"data":[2]}' })
  } finally {
    agent.destroy()
  }
  await vi.waitFor(() => expect(engine.leases()).toBe(0))
})

describe('one who has many answers open', () => {
  it('has sixteen in an engine, and the others have theirs', async ({ given: api }) => {
    const [mallory, alice] = [await api.session(), await api.session()]
    const leaving = new AbortController()
    const asked = (): number => engine.asked.filter(({ method }) => method === 'GET').length
    engine.answer(() => undefined)
    const left = Array.from({ length: 64 }, () =>
      api.ask(load, { authorization: mallory.token }, { signal: leaving.signal }).catch(() => 'left'),
    )
    await vi.waitFor(() => expect(asked()).toBe(16), { timeout: 10_000 })
    engine.answer(answerWith(200, '{"data":[1]}'))

    const more = api.ask(load, { authorization: mallory.token })
    expect((await api.ask(load, { authorization: alice.token })).status).toBe(200)
    expect(asked()).toBe(17)
    leaving.abort()

    expect((await more).status).toBe(200)
    await Promise.all(left)
    await vi.waitFor(() => expect(engine.leases()).toBe(0))
  })
})
