import { randomBytes } from 'node:crypto'
import { DeleteObjectsCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { isNamed, repeated } from './attempts.ts'
import { checkStore } from './check.ts'
import { fingerprintOf, requireNamedBytes } from './fingerprint.ts'
import { watched } from './inactivity.ts'
import { isNumberedKey, isObjectKey, type NumberedKey, type ObjectKey, requireKey, seriesOf } from './object-key.ts'
import type { Fingerprint, ObjectCall, ObjectSource, ObjectStore } from './object-store.ts'
import { createReads, createUnverifiedGet } from './reads.ts'
import { bodyOf } from './s3-body.ts'
import { createS3Client, putOnce, type S3Location } from './s3-client.ts'
import { createS3Read } from './s3-read.ts'
import { asStoreError } from './unavailable.ts'

type AnyKey = ObjectKey | NumberedKey

export type S3Options = { inactivityMs?: number; pageSize?: number }

/** The most that one request removes. */
const removedAtOnce = 1000
const putIdName = 'facet-put'

/** Objects in a bucket of S3, or of anything that speaks its protocol and honours If-None-Match. */
export const createS3Store = (location: S3Location, { inactivityMs = 30_000, pageSize = 1000 }: S3Options = {}): ObjectStore => {
  const client = createS3Client(location)
  const base = location.prefix === '' ? '' : `${location.prefix}/`
  const Bucket = location.bucket
  // Throws for anything that is not a key.
  const locationOf = (key: AnyKey) => ({ Bucket, Key: `${base}${requireKey(key)}` })
  const asked = async <T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      signal?.throwIfAborted()
      return await repeated(signal, () => watched(inactivityMs, signal, (watch) => work(watch.signal)))
    } catch (error) {
      throw asStoreError(error, signal)
    }
  }

  const send = async (key: AnyKey, source: ObjectSource, { sha256, size }: Fingerprint, putId: string, signal?: AbortSignal) =>
    watched(inactivityMs, signal, async (watch) => {
      const { stream, broken } = bodyOf(source, watch)
      try {
        const input = { ...locationOf(key), Body: stream, ContentLength: size, Metadata: { [putIdName]: putId } }
        await client.send(putOnce(input, sha256), { abortSignal: AbortSignal.any([watch.signal, broken]) })
      } catch (error) {
        throw broken.aborted ? broken.reason : error
      } finally {
        stream.destroy()
      }
    })

  /** Whether an attempt whose answer did not arrive is what the next one ran into. */
  const isOwn = async (key: AnyKey, size: number, putId: string, signal?: AbortSignal): Promise<boolean> =>
    watched(inactivityMs, signal, async (watch) => {
      const found = await client.send(new HeadObjectCommand(locationOf(key)), { abortSignal: watch.signal })
      return found.Metadata?.[putIdName] === putId && found.ContentLength === size
    })

  const putPrinted = (key: AnyKey, source: ObjectSource, print: Fingerprint, signal?: AbortSignal): Promise<Fingerprint | 'exists'> => {
    const putId = randomBytes(12).toString('hex')
    const attemptToPut = async (attempt: number): Promise<Fingerprint | 'exists'> => {
      try {
        await send(key, source, print, putId, signal)
        return print
      } catch (error) {
        if (!isNamed(error, 'PreconditionFailed')) throw error
        return attempt > 1 && (await isOwn(key, print.size, putId, signal)) ? print : 'exists'
      }
    }
    return repeated(signal, attemptToPut).catch((error: unknown) => {
      throw asStoreError(error, signal)
    })
  }

  const put: ObjectStore['put'] = async (key, source, { signal } = {}) => {
    locationOf(key)
    const print = await fingerprintOf(source, signal)
    requireNamedBytes(key, print)
    return putPrinted(key, source, print, signal)
  }

  const removeSome = (Objects: { Key: string }[], signal: AbortSignal | undefined): Promise<void> =>
    asked(signal, async (abortSignal) => {
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }), { abortSignal })
      const [first] = Errors
      if (first) throw new Error(`${Errors.length} objects were not removed; the first: ${first.Code} ${first.Message}`)
    })

  const remove = async (keys: AnyKey[], { signal }: ObjectCall = {}): Promise<void> => {
    const all = keys.map((key) => ({ Key: locationOf(key).Key }))
    for (let at = 0; at < all.length; at += removedAtOnce) await removeSome(all.slice(at, at + removedAtOnce), signal)
  }

  async function* pages(prefix: string, after: AnyKey | undefined, signal: AbortSignal | undefined) {
    const query = { Bucket, Prefix: `${base}${prefix}`, MaxKeys: pageSize, ...(after ? { StartAfter: locationOf(after).Key } : {}) }
    let next: string | undefined
    do {
      const ContinuationToken = next
      const page = await asked(signal, (abortSignal) =>
        client.send(new ListObjectsV2Command({ ...query, ContinuationToken }), { abortSignal }),
      )
      for (const { Key = '', ...more } of page.Contents ?? []) yield { key: Key.slice(base.length), ...more }
      next = page.NextContinuationToken
    } while (next)
  }

  const read = createS3Read(client, locationOf, inactivityMs)
  const numbered: ObjectStore['numbered'] = {
    put: async (key, bytes, { signal } = {}) => {
      const written = await putPrinted(key, bytes, await fingerprintOf(bytes), signal)
      return written === 'exists' ? 'exists' : 'put'
    },
    get: createUnverifiedGet(read),
    async *list(after, { signal } = {}) {
      for await (const { key } of pages(seriesOf(requireKey(after)), after, signal)) if (isNumberedKey(key)) yield key
    },
    remove,
  }
  const store: Omit<ObjectStore, 'check'> = {
    ...createReads(read),
    numbered,
    put,
    remove,
    async *list(prefix, { after, signal } = {}) {
      for await (const { key, Size = 0, LastModified = new Date(0) } of pages(prefix, after, signal))
        if (isObjectKey(key)) yield { key, size: Size, modifiedAt: LastModified }
    },
    close: () => client.destroy(),
  }
  return { ...store, check: () => checkStore(store, { kind: 's3', ...location }) }
}
