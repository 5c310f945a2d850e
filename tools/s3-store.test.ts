import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openS3Relay, type S3Relay, type S3Server, startForgetfulServer, startS3Server, startSilentServer } from '@facet/testkit/s3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fingerprintOf, type ObjectKey, objectKey, objectPrefix, type ObjectStore } from '../apps/server/src/adapters/object-store/index.ts'
import { createS3Store } from '../apps/server/src/adapters/object-store/s3-store.ts'
import { itKeepsObjects } from '../apps/server/test/object-store-cases.ts'

let folder: string
let server: S3Server
let relay: S3Relay
const stores: ObjectStore[] = []
const access = { tenantId: 7 }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-s3-'))
  server = await startS3Server(folder)
  relay = await openS3Relay(server.endpoint)
})
afterAll(async () => {
  for (const store of stores) store.close()
  await relay.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const storeAt = (endpoint: string, prefix = '', inactivityMs = 5000): ObjectStore => {
  const { bucket, credentials } = server
  const store = createS3Store({ endpoint, region: 'us-east-1', bucket, prefix, credentials }, { pageSize: 5, inactivityMs })
  stores.push(store)
  return store
}
const given = async (bytes = Buffer.from(`${Math.random()}`)): Promise<{ key: ObjectKey; bytes: Buffer; sha256: string }> => {
  const { sha256 } = await fingerprintOf(bytes)
  return { key: objectKey(access, { kind: 'packs', sha256 }), bytes, sha256 }
}
const firstOf = async (store: ObjectStore): Promise<ObjectKey | null> => {
  for await (const { key } of store.list(objectPrefix(access, { kind: 'packs' }))) return key
  return null
}

describe('a prefix of a bucket', () => {
  let store: ObjectStore
  beforeAll(() => {
    store = storeAt(server.endpoint, 'cells/1')
  })
  itKeepsObjects(() => ({ store, fileOf: (key) => server.objectFile(`cells/1/${key}`) }))

  it('hides its objects from another prefix', async () => {
    const { key, bytes, sha256 } = await given()
    await store.put(key, bytes)

    await expect(storeAt(server.endpoint, 'cells/2').get(key, sha256)).rejects.toMatchObject({ name: 'ObjectMissing' })
    expect([await firstOf(store), await firstOf(storeAt(server.endpoint, 'cells/2'))]).toEqual([expect.any(String), null])
  })
})

it('keeps objects in a bucket without a prefix', async () => {
  const store = storeAt(server.endpoint)
  const { key, bytes, sha256 } = await given()
  await store.put(key, bytes)
  const keys: string[] = []
  for await (const listed of store.list(objectPrefix(access, { kind: 'packs' }))) keys.push(listed.key)

  expect(readFileSync(server.objectFile(key))).toEqual(bytes)
  expect(await store.get(key, sha256)).toEqual(bytes)
  expect(keys).toContain(key)
  await store.remove([key])
  await expect(store.get(key, sha256)).rejects.toMatchObject({ name: 'ObjectMissing' })
})

describe('a broken connection', () => {
  it('succeeds with a put when its response is lost and the retry finds the same object', async () => {
    const { key, bytes, sha256 } = await given()
    relay.loseAnswers('PUT', 1)

    expect(await storeAt(relay.url).put(key, bytes)).toEqual({ sha256, size: bytes.length })
    expect(relay.lost()).toBe(0)
    expect(await storeAt(server.endpoint).get(key, sha256)).toEqual(bytes)
  })

  it('returns exists when the response is lost and the object was there before', async () => {
    const { key, bytes } = await given()
    await storeAt(server.endpoint).put(key, bytes)
    relay.loseAnswers('PUT', 1)

    expect(await storeAt(relay.url).put(key, bytes)).toBe('exists')
  })

  it('fails a put as unavailable when every response is lost', async () => {
    const { key, bytes } = await given()
    relay.loseAnswers('PUT', 3)

    await expect(storeAt(relay.url).put(key, bytes)).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 })
    expect(relay.lost()).toBe(0)
  })

  it('fails only the put when its file is deleted before the retry', async () => {
    const { key, bytes } = await given()
    const file = join(folder, 'gone-soon')
    writeFileSync(file, bytes)
    relay.loseAnswers('PUT', 1)

    const put = storeAt(relay.url).put(key, { file })
    put.catch(() => undefined)
    await vi.waitFor(() => expect(relay.lost()).toBe(0), { interval: 1 })
    rmSync(file)

    await expect(put).rejects.toMatchObject({ code: 'service_unavailable', cause: { code: 'ENOENT' } })
  })

  it('resumes a read at its position when a response is cut', async () => {
    const { key, bytes, sha256 } = await given(Buffer.alloc(5_000_000, 'abc'))
    await storeAt(server.endpoint).put(key, bytes)
    relay.cutAnswers('GET', 2, 1_000_000)

    const read = await storeAt(relay.url).get(key, sha256)

    expect(read.equals(bytes)).toBe(true)
    expect(relay.ranges()).toEqual([undefined, 'bytes=1000000-', 'bytes=2000000-'])
  })
})

describe('an unusable store', () => {
  it('fails every call when nothing moves within the inactivity timeout', async () => {
    const silent = await startSilentServer()
    const { key, bytes, sha256 } = await given()
    const store = storeAt(silent.url, '', 100)
    const calls = [() => store.put(key, bytes), () => store.get(key, sha256), () => store.remove([key]), () => firstOf(store)]
    try {
      for (const call of calls)
        await expect(call()).rejects.toMatchObject({ code: 'service_unavailable', cause: { message: 'Nothing moved for 100 ms.' } })
    } finally {
      await silent.close()
    }
  })

  it('fails its check when the bucket does not exist', async () => {
    const { credentials, endpoint } = server
    const store = createS3Store({ endpoint, region: 'us-east-1', bucket: 'elsewhere', prefix: '', credentials })
    stores.push(store)

    await expect(store.check()).rejects.toThrow(`FACET_OBJECT_STORE: there is no bucket "elsewhere" at ${endpoint}`)
  })

  it('fails its check when it overwrites objects', async () => {
    const forgetful = await startForgetfulServer()
    try {
      await expect(storeAt(forgetful.url).check()).rejects.toThrow(/overwrites an object that is there already.*If-None-Match/)
    } finally {
      await forgetful.close()
    }
  })
})
