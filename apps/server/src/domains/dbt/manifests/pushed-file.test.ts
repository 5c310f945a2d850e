import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { request as startRequest } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { syncSettings, useServer } from '#test'
import { inspectPushed } from './pushed-file.ts'

const server = useServer(syncSettings)
const mebibyte = 1_048_576

/** So many bytes of a JSON object, made as they are asked for. */
function* objectOf(bytes: number, onPart: () => void = () => undefined): Generator<Buffer> {
  yield Buffer.from('{"docs":"')
  for (let left = bytes - 11; left > 0; left -= mebibyte) {
    onPart()
    yield Buffer.alloc(Math.min(left, mebibyte), 'x')
  }
  yield Buffer.from('"}')
}
const packedMebibyte = gzipSync(Buffer.alloc(mebibyte, 'x'))

/** Packed piece by piece: pieces behind each other are one file of gzip too. */
async function* packed(bytes: number, onPart: () => void = () => undefined): AsyncGenerator<Buffer> {
  for (const part of objectOf(bytes, onPart)) yield part.length === mebibyte ? packedMebibyte : gzipSync(part)
}

const passed = async (...file: Parameters<typeof inspectPushed>) => {
  const { chunks, found } = inspectPushed(...file)
  let bytes = 0
  for await (const chunk of chunks) bytes += chunk.length
  return { bytes, ...found() }
}

const collectGarbage = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

describe('a pushed file', () => {
  it('passes unchanged and is counted by its unpacked size', async () => {
    const found = await passed(packed(20 * mebibyte))

    expect(found).toMatchObject({ size: 20 * mebibyte, isPacked: true })
    expect(found.bytes).toBeLessThan(100_000)
  })

  it.each([
    ['accepts a file that unpacks to the limit', 8 * mebibyte, { size: 8 * mebibyte }],
    ['refuses a file that unpacks to one byte more', 8 * mebibyte + 1, { code: 'dbt_manifest_too_large' }],
  ])('%s', async (_, bytes, expected) => {
    expect(await passed(packed(bytes), 8 * mebibyte).catch((error: unknown) => error)).toMatchObject(expected)
  })

  it('fails with the error of its sender when the sender hangs up', async () => {
    const gone = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of packed(mebibyte)) yield chunk.subarray(0, 100)
      throw new Error('gone')
    }

    await expect(passed(gone())).rejects.toThrow('gone')
  })

  it('is refused at the default limit of 256 MB when it unpacks to ten times as much', async () => {
    let made = 0
    const file = packed(2560 * mebibyte, () => made++)

    await expect(passed(file)).rejects.toMatchObject({ code: 'dbt_manifest_too_large' })
    expect(made).toBeGreaterThan(255)
    expect(made).toBeLessThan(320)
  })
})

describe('a pushed file of 112 MB', () => {
  it('is streamed to the store without being held in memory', async () => {
    const { key, headers, deploymentId } = await server.admin()
    const collect = collectGarbage()
    const used = (): number => {
      collect()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const head = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="manifest.json"\r\n\r\n'
    let parts = 0
    let most = 0
    const size = 112 * mebibyte
    const form = function* (): Generator<Buffer> {
      yield Buffer.from(head)
      yield* objectOf(size, () => {
        if (parts++ % 16 === 0) most = Math.max(most, used())
      })
      yield Buffer.from('\r\n--xyz--\r\n')
    }
    const sent = startRequest(`${server.url()}/api/v1/deployments/${deploymentId}/dbt-manifests`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=xyz' },
    })
    const answered = new Promise<string>((resolve, reject) => {
      sent.once('error', reject)
      sent.once('response', (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => resolve(text))
      })
    })
    const before = used()

    await pipeline(Readable.from(form()), sent)

    expect(JSON.parse(await answered)).toMatchObject({ sizeBytes: size })
    expect(parts).toBe(112)
    expect(most - before).toBeLessThan(48 * mebibyte)
  })
})
