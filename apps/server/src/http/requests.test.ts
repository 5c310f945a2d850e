import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answered, deploymentInput, send, type Sending, useRunningServer } from '#test'

const json = { 'content-type': 'application/json' }
const requestIdForm = /^[A-Za-z0-9._:-]{1,100}$/

const server = useRunningServer({ FACET_BODY_LIMIT_BYTES: '2048' })
let key: string
let deploymentId: number

const ask = (path: string, { headers = {}, ...sending }: Sending = {}): Promise<Answered> =>
  send(`${server.address}${path}`, { ...sending, headers: { host: 'only.test', authorization: `Bearer ${key}`, ...headers } })

beforeAll(async () => {
  key = (await server.addTenant('only.test')).key
  const made = await ask('/build/api/v1/deployments', { method: 'POST', headers: json, body: JSON.stringify(deploymentInput('First')) })
  deploymentId = (made.body as { id: number }).id
})

/** The one shape of a failure: code, message, error repeating it, and the request id that the header carries too. */
const expectFailure = (answer: Answered, status: number, code: string): void => {
  const { message, requestId } = answer.body as { message: string; requestId: string }
  expect(answer).toMatchObject({ status, body: { code, error: message } })
  expect(message).toMatch(/^[A-Z].*[.)]$/s)
  expect(requestId).toMatch(requestIdForm)
  expect(answer.headers).toMatchObject({ 'x-request-id': requestId, 'content-type': 'application/json; charset=utf-8' })
  expect(Object.keys(answer.body as object).filter((field) => field !== 'errors')).toEqual(['code', 'message', 'error', 'requestId'])
}

describe('paths', () => {
  it.each([
    ['GET', '/api/v1/nothing'],
    ['POST', '/'],
    ['PATCH', '/api/v1/users/me'],
    ['DELETE', '/api/v1/regions'],
    ['GET', '/api/v2/deployments'],
  ])('answer 404 in the one shape for %s %s', async (method, path) => {
    expectFailure(await ask(path, { method }), 404, 'route_not_found')
  })

  it.each([
    ['text that is not UTF-8', '/api/v1/deployments/%E0%A4%A'],
    ['a parameter beyond any length', `/api/v1/deployments/${'1'.repeat(2000)}`],
  ])('answer 400 in the one shape for %s', async (_, path) => {
    expectFailure(await ask(path), 400, 'invalid_request')
  })

  it('are asked for in HTTP: other bytes are answered 400 in the one shape and the line is closed', async () => {
    const { hostname, port } = new URL(server.address)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.end('this is no HTTP\r\n\r\n')
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')

    expect(head).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', requestId: /x-request-id: (.+)/.exec(head)?.[1] })
  })

  it('may end with a slash', async () => {
    const plain = await ask(`/api/v1/deployments/${deploymentId}`)
    const slashed = await ask(`/api/v1/deployments/${deploymentId}/`)

    expect([plain.status, slashed.status]).toEqual([200, 200])
    expect(slashed.text).toBe(plain.text)
    expect((await ask('/api/v1/deployments/?first=1')).status).toBe(200)
  })
})

describe('bodies', () => {
  const create = (sending: Sending) => ask('/build/api/v1/deployments', { method: 'POST', ...sending })
  const reset = (sending: Sending) => ask(`/api/v1/deployments/${deploymentId}/creation-step/reset`, { method: 'POST', ...sending })

  it('may be left out where none is needed, with and without a content type', async () => {
    expect((await reset({})).status).toBe(200)
    expect((await reset({ headers: { 'content-length': '0' } })).status).toBe(200)
    expect((await reset({ headers: json })).status).toBe(200)
    expect((await reset({ headers: json, body: '{}' })).status).toBe(200)
  })

  it('may come with a DELETE', async () => {
    const made = await create({ headers: json, body: JSON.stringify(deploymentInput('Second')) })
    const path = `/api/v1/deployments/${(made.body as { id: number }).id}`

    expect(await ask(path, { method: 'DELETE', headers: json, body: '{"reason":"done"}' })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect((await ask(path)).status).toBe(404)
  })

  it('are judged as an empty object when they are empty', async () => {
    const answer = await create({ headers: json })

    expectFailure(answer, 400, 'invalid_request')
    expect(answer.body).toMatchObject({ errors: [{ pointer: '/body/name', message: 'is required.' }] })
  })

  it.each([
    ['is cut off', '{"name": "x"'],
    ['is no JSON', 'name=x'],
    ['has a trailing comma', '{"name": "x",}'],
    ['sets a prototype', '{"name": "x", "__proto__": {"isAdmin": true}}'],
    ['sets the prototype of a constructor', '{"name": "x", "constructor": {"prototype": {"isAdmin": true}}}'],
    ['sets a prototype deeper down', '{"name": "x", "nested": {"__proto__": {}}}'],
  ])('answer 400 when the text %s', async (_, body) => {
    expectFailure(await create({ headers: json, body }), 400, 'invalid_request')
  })

  it('answer 413 over the limit, told beforehand or not', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(4000) })

    expectFailure(await create({ headers: json, body }), 413, 'body_too_large')
    expectFailure(await create({ headers: { ...json, 'transfer-encoding': 'chunked' }, body }), 413, 'body_too_large')
  })

  it('answer 413 to whoever is still sending, and go on with the line', async () => {
    const body = 'x'.repeat(4_000_000)
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
    const head = (line: string, length: number): string =>
      `${line} HTTP/1.1\r\nhost: only.test\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n`
    socket.write(`${head('POST /build/api/v1/deployments', body.length)}\r\n${body}`)
    socket.end(`${head('GET /api/v1/regions', 0)}connection: close\r\n\r\n`)

    expect((await text(socket)).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })

  it('answer 413 and hang up when more is announced than anybody may send', async () => {
    const answer = await create({ headers: { ...json, 'content-length': '99999999' } })

    expectFailure(answer, 413, 'body_too_large')
    expect(answer.headers.connection).toBe('close')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'nonsense'])(
    'answer 415 when they are sent as %s',
    async (type) => {
      expectFailure(await create({ headers: { 'content-type': type }, body: '{}' }), 415, 'unsupported_media_type')
    },
  )

  it('answer 415 when they are sent without a content type', async () => {
    expectFailure(await create({ body: '{}' }), 415, 'unsupported_media_type')
  })

  it.each(['application/json; charset=utf-8', 'application/problem+json', 'Application/JSON'])(
    'are read when they are sent as %s',
    async (type) => {
      const answer = await create({ headers: { 'content-type': type }, body: JSON.stringify(deploymentInput(`As ${type}`)) })

      expect(answer.status).toBe(200)
    },
  )
})

describe('the request id', () => {
  it.each(['abc', 'A.b_c:d-9', 'x'.repeat(100)])('is echoed when it is well formed: %s', async (id) => {
    expect((await ask('/api/v1/users/me', { headers: { 'x-request-id': id } })).headers['x-request-id']).toBe(id)
    expect((await ask('/api/v1/nothing', { headers: { 'x-request-id': id } })).body).toMatchObject({ requestId: id })
  })

  it.each(['has spaces', 'x'.repeat(101), '"quoted"', '{}', '<script>'])('is replaced when it is not: %s', async (id) => {
    const answer = await ask('/api/v1/users/me', { headers: { 'x-request-id': id } })

    expect(answer.headers['x-request-id']).not.toBe(id)
    expect(answer.headers['x-request-id']).toMatch(requestIdForm)
  })

  it('is another one for every request that sends none', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await ask('/livez')).headers['x-request-id']))

    expect(new Set(ids).size).toBe(3)
  })
})
