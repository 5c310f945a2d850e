import { once } from 'node:events'
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { WaitTimeout } from '#limits'
import { answerWith, dataRefusalOf, type GivenDataApi, givenDataApi, signedBySecret, startStandInEngine, useServer } from '#test'

const engine = await startStandInEngine()
let isBusy = false
const left: (boolean | undefined)[] = []
const server = useServer(
  {},
  {
    openGateway: (services) =>
      engine.openGateway({
        ...services,
        dataPlaces: {
          tryEnter: (entrant) => {
            if (isBusy) return undefined
            const leave = services.dataPlaces.tryEnter(entrant)
            return (isAbandoned) => {
              left.push(isAbandoned)
              leave?.(isAbandoned)
            }
          },
          enter: async () => {
            throw new WaitTimeout('rate_limited', 'Too many at a time.', { retryAfterSeconds: 1 })
          },
        },
      }),
  },
)
afterAll(engine.stop)
beforeEach(() => {
  engine.asked.length = 0
  engine.answer(answerWith(200, '{"data":[1]}'))
  isBusy = false
  left.length = 0
})

const load = '/cubejs-api/v1/load'
const it = test.extend('given', () => givenDataApi(server))
const mebibyte = 1_048_576
const nested = (bytes: number): string => `{"query":{"x":[${'[],'.repeat(bytes / 3)}[]]}}`
const padded = (bytes: number): string => `{"query":{}}${' '.repeat(bytes)}`

const post = ({ ask }: GivenDataApi, authorization: string, body: string): Promise<Response> =>
  ask(load, { authorization, 'content-type': 'application/json' }, { method: 'POST', body })

describe('a body', () => {
  it('of more than 1 MB is refused with an embed token, and taken with a token of the deployment', async ({ given }) => {
    const { token } = await given.session()
    const body = padded(mebibyte)

    expect(await dataRefusalOf(await post(given, token, body))).toEqual({
      status: 413,
      code: 'body_too_large',
      error: 'Request entity too large',
    })
    expect(engine.asked).toEqual([])
    expect((await post(given, token, padded(mebibyte / 2))).status).toBe(200)
    expect((await post(given, signedBySecret({}), body)).status).toBe(200)
  })

  it.each([
    ['declares its length', nested(900_000)],
    ['is a string within the body', JSON.stringify({ query: nested(600_000) })],
  ])('with too much structure never reaches the engine when it %s', async (_, body) => {
    const given = await givenDataApi(server)

    const refused = await dataRefusalOf(await post(given, signedBySecret({}), body))

    expect(refused).toEqual({ status: 400, code: 'query_too_complex', error: 'Invalid query format' })
    expect(engine.asked).toEqual([])
  })

  it('that is refused while it streams leaves the connection in use', async ({ given }) => {
    const { token } = await given.session()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = { ...given.owner.headers, authorization: token, 'content-type': 'application/json' }
    const send = async (chunks: string[]): Promise<{ status: number | undefined; code: unknown; socket: unknown }> => {
      const request = httpRequest(`${server.url()}${given.base}${load}`, { method: 'POST', headers, agent })
      Readable.from(chunks).pipe(request)
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const { socket } = response
      const { code } = (await json(response)) as { code?: string }
      return { status: response.statusCode, code, socket }
    }
    try {
      const large = await send(Array.from({ length: 40 }, () => nested(60_000)))
      const plain = await send(Array.from({ length: 40 }, () => ' '.repeat(65_536)))
      const good = await send(['{"query":', '{}}'])

      expect(large).toMatchObject({ status: 400, code: 'query_too_complex' })
      expect(plain).toMatchObject({ status: 413, code: 'body_too_large' })
      expect(good).toMatchObject({ status: 200, socket: large.socket })
      expect(engine.asked.map(({ body }) => body)).toEqual(['{"query":{}}'])
    } finally {
      agent.destroy()
    }
  })
})

describe('the memory for bodies', () => {
  it('is shared between callers: one with a body under way waits with the next, and others do not', async ({ given }) => {
    const headers = { ...given.owner.headers, authorization: signedBySecret({}), 'content-type': 'application/json' }
    const open = () => httpRequest(`${server.url()}${given.base}${load}`, { method: 'POST', headers })
    const bodies = (): string[] => engine.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
    const [first, second] = [open(), open()]
    const responses = [first, second].map((request) => once(request, 'response'))
    first.write('{"query":')
    await vi.waitFor(() => expect(first.socket?.bytesWritten).toBeGreaterThan(0))
    // A request of another caller, which the service handles after the first.
    await (await given.ask('/readyz', { authorization: signedBySecret({ user: 'alice' }) })).text()
    // In two parts, so that its length is not declared either.
    second.write('{"query":')
    second.end('{"limit":2}}')
    for (let turn = 0; turn < 5; turn++) await (await given.ask(load, { authorization: signedBySecret({ user: 'alice' }) })).text()
    expect(bodies()).toEqual([])

    first.end('{"limit":1}}')
    for (const [response] of (await Promise.all(responses)) as [IncomingMessage][]) response.resume()

    expect(bodies()).toEqual(['{"query":{"limit":1}}', '{"query":{"limit":2}}'])
  })
})

describe('a request whose turn does not come', () => {
  it('is answered with Continue wait where clients repeat it, and with 429 elsewhere', async ({ given }) => {
    const authorization = signedBySecret({})
    isBusy = true

    const loaded = await given.ask(`${load}?query=%7B%7D`, { authorization })
    const explained = await given.ask('/cubejs-api/v1/sql?query=%7B%7D', { authorization })

    expect([loaded.status, await loaded.text()]).toEqual([200, '{"error":"Continue wait"}'])
    expect(explained.headers.get('retry-after')).toBe('1')
    expect(await dataRefusalOf(explained)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(engine.asked).toEqual([])
  })
})

describe('the slots of a request', () => {
  it('count as abandoned when its caller goes away before the engine has answered', async ({ given }) => {
    const authorization = signedBySecret({})
    await (await given.ask(load, { authorization })).text()
    await vi.waitFor(() => expect(left).toEqual([false]))

    engine.answer(() => undefined)
    const leaving = new AbortController()
    const gone = given.ask(load, { authorization }, { signal: leaving.signal }).catch(() => 'gone')
    await vi.waitFor(() => expect(engine.asked).toHaveLength(2))
    leaving.abort()

    expect(await gone).toBe('gone')
    await vi.waitFor(() => expect(left).toEqual([false, true]))
  })
})
