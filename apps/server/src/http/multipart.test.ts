import { Agent, request as startRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { fileLimits } from '@facet/contract'
import { type RunningServer, send, spyingHandlers, startServer } from '#test'

const host = 'acme.test'
const path = '/build/api/v1/deployments/7/data-model/upload/file'
const boundary = 'xyz'
const file = 'Content-Disposition: form-data; name="file"; filename="a.yml"'

let server: RunningServer
let headers: Record<string, string>
let got: { body: unknown; bytes: number }[]
let work: (input: { body: unknown; file: AsyncIterable<Buffer> }) => Promise<void>

const readAll: typeof work = async (input) => {
  let bytes = 0
  for await (const chunk of input.file) bytes += chunk.length
  got.push({ body: input.body, bytes })
}

beforeAll(async () => {
  const { handlers } = spyingHandlers({
    uploadFile: async (input) => {
      await work(input)
      return { success: true, hash: '0' }
    },
  })
  server = await startServer({}, undefined, { handlers })
  const { key } = await server.addTenant(host)
  headers = { host, authorization: `Bearer ${key}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
})
beforeEach(() => {
  got = []
  work = readAll
})
afterAll(async () => {
  await server.stop()
  await server.database.drop()
})

const field = (name: string, value: string, more = ''): string => `Content-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}`
const fields = [field('transaction', 't-1'), field('fileName', 'model/a.yml')]
const form = (...parts: string[]): string => `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`
const whole = form(...fields, `${file}\r\n\r\ncubes: []`)

const upload = (body: string, more: Record<string, string> = {}) =>
  send(`${server.address}${path}`, { method: 'POST', headers: { ...headers, ...more }, body })
const refused = (message: string, code = 'invalid_request') => ({ body: { code, message: expect.stringContaining(message) as string } })

describe('a form with a file', () => {
  it('gives its fields to the operation, and its file as a stream', async () => {
    expect(await upload(whole)).toMatchObject({ status: 200, body: { success: true } })
    expect(got).toEqual([{ body: { transaction: 't-1', fileName: 'model/a.yml' }, bytes: 9 }])
  })

  it('comes from the standard FormData of clients too', async () => {
    const body = new FormData()
    body.set('transaction', 't-1')
    body.set('fileName', 'model/größe.yml')
    body.set('file', new Blob([new Uint8Array(100_000)]))
    const { 'content-type': _, ...rest } = headers
    const answer = await fetch(`${server.address}${path}`, { method: 'POST', headers: { ...rest, 'x-forwarded-host': host }, body })

    expect(answer.status).toBe(200)
    expect(got).toEqual([{ body: { transaction: 't-1', fileName: 'model/größe.yml' }, bytes: 100_000 }])
  })

  it('may be empty, or without a name of its own', async () => {
    const empty = await upload(form(...fields, `${file}\r\n\r\n`))
    const nameless = await upload(form(...fields, 'Content-Disposition: form-data; name="file"\r\n\r\nab'))

    expect([empty.status, nameless.status]).toEqual([200, 200])
    expect(got.map(({ bytes }) => bytes)).toEqual([0, 2])
  })

  it('is taken at the largest size and refused above it', async () => {
    const largest = 'x'.repeat(fileLimits.maxBytes)

    expect((await upload(form(...fields, `${file}\r\n\r\n${largest}`))).status).toBe(200)
    expect(got[0]?.bytes).toBe(fileLimits.maxBytes)
    expect(await upload(form(...fields, `${file}\r\n\r\n${largest}x`))).toMatchObject({
      status: 413,
      ...refused('larger', 'file_too_large'),
    })
    expect(got).toHaveLength(1)
  })

  it('is held back while nobody reads it, and not kept in memory', async () => {
    let isReading = (): void => undefined
    work = async (input) => {
      await new Promise<void>((resolve) => (isReading = resolve))
      await readAll(input)
    }
    const body = form(...fields, `${file}\r\n\r\n${'x'.repeat(fileLimits.maxBytes)}`)
    const sent = startRequest(`${server.address}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
    })
    const answered = new Promise<number | undefined>((resolve) => sent.once('response', (answer) => resolve(answer.resume().statusCode)))
    sent.end(body)
    const unsent = () => sent.socket?.writableLength ?? 0
    let before = -1
    await expect
      .poll(() => (unsent() === before && before > 0 ? 'held back' : (before = unsent())), { timeout: 30_000, interval: 200 })
      .toBe('held back')

    expect(unsent()).toBeGreaterThan(body.length / 4)
    isReading()
    expect(await answered).toBe(200)
    expect(got[0]?.bytes).toBe(fileLimits.maxBytes)
  })

  it('that the operation does not read holds up nothing, also what comes next on the same connection', async () => {
    work = async () => undefined
    const body = form(...fields, `${file}\r\n\r\n${'x'.repeat(5_000_000)}`)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const startedMs = performance.now()
    const uploadOver = (sent: string) => send(`${server.address}${path}`, { method: 'POST', headers, body: sent, agent })

    expect((await uploadOver(body)).status).toBe(200)
    work = readAll
    expect((await uploadOver(whole)).status).toBe(200)
    // After 30 s the server gives a connection up that goes on sending, and the second would be let through on a new one.
    expect(performance.now() - startedMs).toBeLessThan(25_000)
  })

  it('whose sender hangs up ends with an error for who reads it', async () => {
    let ended: Promise<unknown> | undefined
    work = (input) => {
      const reading = readAll(input)
      ended = reading.catch((error: unknown) => error)
      return reading
    }
    const sent = startRequest(`${server.address}${path}`, { method: 'POST', headers: { ...headers, 'content-length': '100000' } })
    sent.on('error', () => undefined)
    sent.write(form(...fields, `${file}\r\n\r\ncubes`).slice(0, -10))
    await expect.poll(() => ended !== undefined, { timeout: 30_000 }).toBe(true)

    sent.destroy()

    expect(await ended).toMatchObject({ code: 'invalid_request' })
    expect(got).toEqual([])
  })
})

describe('a form is refused', () => {
  it.each<[string, string, ReturnType<typeof refused>]>([
    [
      'when a field follows the file',
      form(...fields, `${file}\r\n\r\na`, field('later', '1')),
      refused('`later` came after the file', 'upload_order'),
    ],
    ['when it holds two files', form(...fields, `${file}\r\n\r\na`, `${file}\r\n\r\nb`), refused('more than one file')],
    ['when it holds no file', form(...fields), refused('holds no file')],
    ['when it holds nothing', form(), refused('')],
    [
      'when its file has another name',
      form(...fields, 'Content-Disposition: form-data; name="f"; filename="a"\r\n\r\na'),
      refused('sent as `f`'),
    ],
    ['when a field is missing', form(...fields.slice(1), `${file}\r\n\r\na`), refused('/body/transaction is required')],
    ['when a field comes twice', form(...fields, ...fields, `${file}\r\n\r\na`), refused('`transaction` was sent twice')],
    ['when a field is too long', form(field('transaction', 'x'.repeat(20_000)), `${file}\r\n\r\na`), refused('longer than 16384 bytes')],
    [
      'when a field is longer than the contract allows',
      form(fields[0] ?? '', field('fileName', 'x'.repeat(1001)), `${file}\r\n\r\na`),
      refused('/body/fileName'),
    ],
    [
      'when it has too many fields',
      form(...Array.from({ length: 30 }, (_, n) => field(`f${n}`, '')), `${file}\r\n\r\na`),
      refused('more parts than 20'),
    ],
    [
      'when a field would reach a prototype',
      form(...fields, field('__proto__', '{}'), `${file}\r\n\r\na`),
      refused('cannot be called `__proto__`'),
    ],
    ['when a field is called constructor', form(field('constructor', '1'), `${file}\r\n\r\na`), refused('cannot be called `constructor`')],
    ['when a field holds a NUL', form(field('transaction', 'a\0b'), `${file}\r\n\r\na`), refused('`transaction` is not text')],
    ['when a field has no name', form('Content-Disposition: form-data\r\n\r\na', `${file}\r\n\r\na`), refused('has no name')],
    ['when it is cut in the file', whole.slice(0, -12), refused('ends early')],
    ['when it is cut in a field', whole.slice(0, 60), refused('ends early')],
    ['when its parts have another boundary', whole.replaceAll(boundary, 'other'), refused('ends early')],
    ['when headers of a part are huge', form(`X-Long: ${'x'.repeat(100_000)}\r\n${file}\r\n\r\na`), refused('')],
    ['when a part has a thousand headers', form(`${'X-A: b\r\n'.repeat(1000)}${file}\r\n\r\na`), refused('')],
    ['when it is empty', '', refused('')],
  ])('%s', async (_, body, answer) => {
    expect(await upload(body)).toMatchObject({ status: 400, ...answer })
    expect(got).toEqual([])
    expect((await upload(whole)).status).toBe(200)
  })

  it('when a field is not UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from(`--${boundary}\r\n${field('transaction', '')}`),
      Buffer.from([0xc3, 0x28]),
      Buffer.from(`\r\n${whole}`),
    ])
    const { 'content-type': type = '', ...rest } = headers
    const answer = await fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { ...rest, 'x-forwarded-host': host, 'content-type': type },
      body,
    })

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject(refused('`transaction` is not text in UTF-8').body)
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary', 'multipart/form-data; boundary='])(
    'when its type is %s, without a boundary',
    async (type) => {
      expect(await upload(whole, { 'content-type': type })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    },
  )

  it.each([11_000_000, 30_000_000])('when a file of %i bytes is too large, by its name', async (bytes) => {
    const answer = await upload(form(...fields, `${file}\r\n\r\n${'x'.repeat(bytes)}`))

    expect(answer).toMatchObject({ status: 413, ...refused('"model/a.yml" is larger than the 10485760 bytes', 'file_too_large') })
  })

  it('when it says that it is larger than any file, before it is read', async () => {
    const answer = await send(`${server.address}${path}`, { method: 'POST', headers: { ...headers, 'content-length': '99999999' } })

    expect(answer).toMatchObject({ status: 413, body: { code: 'file_too_large' } })
  })

  it('when more stands before its first part than belongs there', async () => {
    const answer = await upload('x'.repeat(fileLimits.maxBytes + 1_100_000), { 'transfer-encoding': 'chunked' })

    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })
})

describe('the type of a body', () => {
  it('is a form for an operation that takes a file', async () => {
    for (const type of ['application/json', 'multipart/mixed; boundary=xyz', 'application/x-www-form-urlencoded'])
      expect(await upload('{}', { 'content-type': type })).toMatchObject({
        status: 415,
        ...refused('multipart/form-data', 'unsupported_media_type'),
      })
    const { 'content-type': _, ...untyped } = headers
    expect(await send(`${server.address}${path}`, { method: 'POST', headers: untyped })).toMatchObject({ status: 415 })
  })

  it('is JSON for every other', async () => {
    const answer = await send(`${server.address}/build/api/v1/deployments/7/data-model/files`, { method: 'PUT', headers, body: whole })

    expect(answer).toMatchObject({ status: 415, ...refused('JSON only', 'unsupported_media_type') })
  })
})
