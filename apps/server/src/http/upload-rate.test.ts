import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { type Caller, anonymousCaller } from '#access'
import { type Actor, givenModeler, givenToken, givenUpload, send as sendRaw, useServer } from '#test'
import { createUploadRate, type UploadRate } from './upload-rate.ts'

const mebibyte = 1_048_576

const put = ({ api, deploymentId }: Actor, transaction: string, fileName: string, bytes = 100) =>
  api.uploadFile({ params: { deploymentId }, body: { transaction, fileName }, file: new Blob(['x'.repeat(bytes)]) })

/** A connection over which the head of a file's request was sent, and as much of its form as comes before the content. */
const beginFile = (url: string, { deploymentId, host, key }: Actor, id: string, length: string): Socket => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const head = [
    `POST /build/api/v1/deployments/${deploymentId}/data-model/upload/file HTTP/1.1`,
    `host: ${host}`,
    `x-forwarded-host: ${host}`,
    `authorization: Bearer ${key}`,
    'content-type: multipart/form-data; boundary=bb',
    length,
  ]
  const part = (name: string) => `--bb\r\ncontent-disposition: form-data; name="${name}"`
  const form = `${part('transaction')}\r\n\r\n${id}\r\n${part('fileName')}\r\n\r\nz.yml\r\n${part('file')}; filename="z.yml"\r\n\r\n`
  const isChunked = length.startsWith('transfer-encoding')
  socket.write(`${head.join('\r\n')}\r\n\r\n${isChunked ? `${form.length.toString(16)}\r\n${form}\r\n` : form}`)
  return socket
}

const ask = (url: string, { headers, key }: Actor) =>
  sendRaw(`${url}/api/v1/users/me`, { headers: { ...headers, authorization: `Bearer ${key}` } })

describe('the files of an upload', () => {
  const server = useServer({ FACET_RATE_LIMIT_PER_KEY: '20', FACET_RATE_LIMIT_PER_TENANT: '20' })

  it('use up nothing of the requests of a key: three deploys at once with one key get all of their files in', async () => {
    const admin = await givenModeler(server)
    const uploads = await Promise.all([1, 2, 3].map(() => givenUpload(admin)))
    const deploy = async (id: string): Promise<void> => {
      for (let turn = 0; turn < 6; turn++)
        await Promise.all(Array.from({ length: 10 }, (_, number) => put(admin, id, `model/${turn}-${number}.yml`)))
    }

    await Promise.all(uploads.map(deploy))

    expect((await ask(server.url(), admin)).status).toBe(200)
  })

  it('are told what is left in bytes', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)
    const form = new FormData()
    form.set('transaction', id)
    form.set('fileName', 'a.yml')
    form.set('file', new Blob(['x']))

    const answer = await fetch(`${server.url()}/build/api/v1/deployments/${admin.deploymentId}/data-model/upload/file`, {
      method: 'POST',
      headers: { ...admin.headers, authorization: `Bearer ${admin.key}` },
      body: form,
    })

    expect(answer.headers.get('ratelimit-policy')).toBe(
      `"upload-key";q=${16 * mebibyte};qu="content-bytes";w=1, "upload-tenant";q=${64 * mebibyte};qu="content-bytes";w=1`,
    )
    expect(answer.headers.get('ratelimit')).toMatch(/^"upload-key";r=\d+;t=1$/)
  })
})

describe('a file that is not taken in', () => {
  const server = useServer({ FACET_RATE_LIMIT_UPLOAD_MB_PER_TENANT: '1' })

  const putRaw = ({ headers, deploymentId }: Actor, key: string) => {
    const form = new FormData()
    form.set('transaction', '1')
    form.set('fileName', 'a.yml')
    form.set('file', new Blob(['x'.repeat(mebibyte)]))
    return fetch(`${server.url()}/build/api/v1/deployments/${deploymentId}/data-model/upload/file`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}` },
      body: form,
    })
  }

  it('is counted as a request of whoever may not upload, and takes nothing of what the tenant may upload', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)
    const { token } = await givenToken(server, admin)
    const viewer = await server.colleague(admin, { role: 'Viewer' })

    for (let turn = 0; turn < 6; turn++) {
      const framed = await putRaw(admin, token)
      expect([framed.status, framed.headers.get('ratelimit-policy')]).toEqual([403, expect.stringContaining('"embed-user"') as string])
      const refused = await putRaw(admin, viewer.key)
      expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([403, expect.stringMatching(/^"key";/) as string])
    }

    expect(await put(admin, id, 'a.yml')).toMatchObject({ success: true })
    const answer = await putRaw(admin, admin.key)
    expect(answer.headers.get('ratelimit-policy')).toMatch(/^"upload-key";/)
  })

  it('is paid by the tenant no longer when its caller hung up and only said that it would come', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)
    const member = await server.colleague(admin, { role: 'Developer' })
    const socket = beginFile(server.url(), { ...admin, key: member.key }, id, 'content-length: 11000000')
    await vi.waitFor(() => expect(put(admin, id, 'a.yml')).rejects.toMatchObject({ status: 429 }), { timeout: 5000 })

    socket.destroy()

    await vi.waitFor(() => expect(put(admin, id, 'a.yml')).resolves.toMatchObject({ success: true }), { timeout: 3000 })
  })
})

describe('the bytes of uploads', () => {
  const server = useServer({ FACET_RATE_LIMIT_UPLOAD_MB_PER_KEY: '1' })

  it('are waited for, and refused only to a key that has sent far more than it may', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)

    const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, number) => put(admin, id, `${number}.yml`, mebibyte)))

    const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason as unknown)
    // One second's worth at once, one file beyond it, and five that wait a second each.
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(6)
    expect(refused.length).toBeGreaterThan(0)
    for (const reason of refused) expect(reason).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(String(refused[0])).toContain('uploads of this API key are limited to 1 MB per second')
  })

  it('are counted for a caller who said nothing of them and hangs up before the end', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)
    const socket = beginFile(server.url(), admin, id, 'transfer-encoding: chunked')

    socket.end(`${(9 * mebibyte).toString(16)}\r\n${'x'.repeat(9 * mebibyte)}\r\n`)
    await finished(socket.resume())

    await vi.waitFor(() => expect(put(admin, id, 'a.yml')).rejects.toMatchObject({ status: 429 }))
  })
})

describe('a file that is refused for its size', () => {
  const server = useServer({ FACET_RATE_LIMIT_UPLOAD_MB_PER_KEY: '4' })

  it('is heard out, so that its sender reads the answer, and counted by what was read of it', async () => {
    const admin = await givenModeler(server)
    const id = await givenUpload(admin)
    const socket = beginFile(server.url(), admin, id, `content-length: ${40 * mebibyte}`)
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes.toString()))

    socket.end('x'.repeat(39 * mebibyte))
    await finished(socket)

    const [head] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 413 /)
    expect(head).not.toMatch(/connection: close/i)
    await vi.waitFor(() => expect(put(admin, id, 'a.yml')).rejects.toMatchObject({ status: 429 }))
  })
})

describe('counting the bytes of uploads', () => {
  const limits = { perKey: 4, uploadBytesPerKey: mebibyte, uploadBytesPerTenant: mebibyte }
  const caller: Caller = { ...anonymousCaller(1), credentialKind: 'api_key', credentialId: 7 }
  /** A request as far as it is looked at, on a connection that so many bytes have come over. */
  const arriving = (contentLength?: number) => {
    const socket = Object.assign(new Readable(), { bytesRead: 500 })
    const headers = contentLength === undefined ? {} : { 'content-length': String(contentLength) }
    const raw = Object.assign(new Readable(), { socket, complete: false })
    /** The body is over, after so many bytes behind those that came with the headers. */
    const end = (bytes: number): void => {
      raw.complete = true
      socket.bytesRead += bytes
      raw.emit('close')
    }
    return { socket, end, request: { headers, raw, facet: {} } as unknown as FastifyRequest }
  }
  const leftOf = (request: FastifyRequest): number => Number(/r=(\d+)/.exec(request.facet.rateLimit?.left ?? '')?.[1])
  const leftAfter = (rate: UploadRate): number => {
    const { request } = arriving()
    void rate.enter(request, caller)
    return leftOf(request)
  }

  it('takes what is said, at least 64 kB, and nothing more when it was true', () => {
    const rate = createUploadRate(
      limits,
      () => 1,
      () => 0,
    )
    const { request, end } = arriving(100_000)

    void rate.enter(request, caller)
    end(40_000)

    expect(leftOf(request)).toBe(mebibyte - 100_000)
    expect(leftAfter(rate)).toBe(mebibyte - 100_000 - 65_536)
  })

  it('takes what came when nothing was said of it, of the key and of the tenant', () => {
    const larger = { uploadBytesPerKey: 2 * mebibyte, uploadBytesPerTenant: 2 * mebibyte }
    for (const one of Object.keys(larger) as (keyof typeof larger)[]) {
      const rate = createUploadRate(
        { ...limits, [one]: larger[one] },
        () => 1,
        () => 0,
      )
      const { request, end } = arriving()

      void rate.enter(request, caller)
      end(300_000)

      expect(leftAfter(rate)).toBe(mebibyte - 300_000 - 65_536)
    }
  })

  it('gives back what was said and did not come, once, down to 64 kB', () => {
    const rate = createUploadRate(
      limits,
      () => 1,
      () => 0,
    )
    const [little, nothing] = [arriving(500_000), arriving(500_000)]

    void rate.enter(little.request, caller)
    little.socket.bytesRead += 200_000
    little.socket.emit('close')
    little.request.raw.emit('close')
    expect(leftAfter(rate)).toBe(mebibyte - 200_000 - 65_536)
    void rate.enter(nothing.request, caller)
    nothing.socket.emit('close')

    expect(leftAfter(rate)).toBe(mebibyte - 200_000 - 3 * 65_536)
  })

  it('leaves nothing on a connection that goes on', () => {
    const rate = createUploadRate(
      limits,
      () => 1,
      () => 0,
    )
    const { request, socket, end } = arriving(10)

    void rate.enter(request, caller)
    end(0)

    expect(socket.listenerCount('close')).toBe(0)
  })

  it.each(['before', 'after'])('takes the share of a request for what was refused %s all of it had come', (when) => {
    const rate = createUploadRate(
      limits,
      () => 1,
      () => 0,
    )
    const { request, end } = arriving(10)

    void rate.enter(request, caller)
    if (when === 'after') end(0)
    rate.refuse(request)
    if (when === 'before') end(0)

    expect(leftAfter(rate)).toBe(mebibyte - mebibyte / 4 - 65_536)
  })

  it('believes no header beyond what is ever read', () => {
    const rate = createUploadRate(
      { ...limits, uploadBytesPerKey: 100 * mebibyte },
      () => 1,
      () => 0,
    )
    const { request } = arriving(1e15)

    void rate.enter(request, caller)

    expect(() => rate.enter(arriving().request, { ...caller, credentialId: 8 })).toThrow(
      'The uploads of this tenant are limited to 1 MB per second.',
    )
    expect(() => rate.enter(arriving().request, { ...caller, tenantId: 2, credentialId: 9 })).not.toThrow()
  })

  it('takes nothing of the key where the tenant has no more', () => {
    const rate = createUploadRate(
      { ...limits, uploadBytesPerKey: 100 * mebibyte },
      () => 1,
      () => 0,
    )
    void rate.enter(arriving(9 * mebibyte).request, { ...caller, credentialId: 8 })

    for (let turn = 0; turn < 40; turn++)
      expect(() => rate.enter(arriving(9 * mebibyte).request, caller)).toThrow('The uploads of this tenant are limited')

    const { request } = arriving()
    void rate.enter(request, { ...caller, tenantId: 2 })
    expect(leftOf(request)).toBe(mebibyte - 65_536)
  })

  it('lets a thousand files of a tenant wait and refuses the next, until one of them leaves', async () => {
    const rate = createUploadRate(
      { ...limits, uploadBytesPerKey: 100 * mebibyte, uploadBytesPerTenant: 100 * mebibyte },
      () => 1,
      () => 0,
    )
    const enter = (bytes = 100_000) => {
      const { request, socket } = arriving(bytes)
      return { socket, waiting: rate.enter(request, caller) }
    }
    const waiting: ReturnType<typeof enter>[] = []
    while (waiting.length < 1000) {
      const entered = enter()
      if (entered.waiting) waiting.push(entered)
    }

    // Each would be a tenth of a second: refused, it takes nothing.
    for (let turn = 0; turn < 100; turn++) expect(() => enter(10 * mebibyte)).toThrow('1000 files of this tenant are already waiting')
    const [first, ...others] = waiting
    first?.socket.emit('close')
    await expect(first?.waiting).rejects.toThrow('hung up')
    expect(() => enter()).not.toThrow()
    for (const { socket } of others) socket.emit('close')
    await Promise.allSettled(others.map(async (one) => one.waiting))
  })
})
