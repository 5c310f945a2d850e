import { randomBytes } from 'node:crypto'
import { DeleteObjectsCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { isNamed, repeated } from './attempts.ts'
import { checkStore } from './check.ts'
import { fingerprintOf, requireNamedBytes } from './fingerprint.ts'
import { watched } from './inactivity.ts'
import { isObjectKey, type ObjectKey, sha256Of } from './object-key.ts'
import type { Fingerprint, ObjectSource, ObjectStore } from './object-store.ts'
import { createReads } from './reads.ts'
import { bodyOf } from './s3-body.ts'
import { createS3Client, putOnce, type S3Place } from './s3-client.ts'
import { createS3Read } from './s3-read.ts'
import { asStoreError } from './unavailable.ts'

export type S3Options = { inactivityMs?: number; pageSize?: number }

/** The most that one request removes. */
const removedAtOnce = 1000
const putIdName = 'facet-put'

/** Objects in a bucket of S3, or of anything that speaks its protocol and honours If-None-Match. */
export const createS3Store = (place: S3Place, { inactivityMs = 30_000, pageSize = 1000 }: S3Options = {}): ObjectStore => {
  const client = createS3Client(place)
  const base = place.prefix === '' ? '' : `${place.prefix}/`
  const Bucket = place.bucket
  const placeOf = (key: ObjectKey) => {
    // Throws for anything that is not a key.
    sha256Of(key)
    return { Bucket, Key: `${base}${key}` }
  }
  const asked = async <T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      signal?.throwIfAborted()
      return await repeated(signal, () => watched(inactivityMs, signal, (watch) => work(watch.signal)))
    } catch (error) {
      throw asStoreError(error, signal)
    }
  }

  const send = async (key: ObjectKey, source: ObjectSource, { sha256, size }: Fingerprint, putId: string, signal?: AbortSignal) =>
    watched(inactivityMs, signal, async (watch) => {
      const { stream, broken } = bodyOf(source, watch)
      try {
        const input = { ...placeOf(key), Body: stream, ContentLength: size, Metadata: { [putIdName]: putId } }
        await client.send(putOnce(input, sha256), { abortSignal: AbortSignal.any([watch.signal, broken]) })
      } catch (error) {
        throw broken.aborted ? broken.reason : error
      } finally {
        stream.destroy()
      }
    })

  /** Whether an attempt whose answer did not arrive is what the next one ran into. */
  const isOwn = async (key: ObjectKey, size: number, putId: string, signal?: AbortSignal): Promise<boolean> =>
    watched(inactivityMs, signal, async (watch) => {
      const found = await client.send(new HeadObjectCommand(placeOf(key)), { abortSignal: watch.signal })
      return found.Metadata?.[putIdName] === putId && found.ContentLength === size
    })

  const put: ObjectStore['put'] = async (key, source, { signal } = {}) => {
    placeOf(key)
    const print = await fingerprintOf(source, signal)
    requireNamedBytes(key, print)
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

  const removeSome = (Objects: { Key: string }[], signal: AbortSignal | undefined): Promise<void> =>
    asked(signal, async (abortSignal) => {
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }), { abortSignal })
      const [first] = Errors
      if (first) throw new Error(`${Errors.length} objects were not removed; the first: ${first.Code} ${first.Message}`)
    })

  const store: Omit<ObjectStore, 'check'> = {
    ...createReads(createS3Read(client, placeOf, inactivityMs)),
    put,
    remove: async (keys, { signal } = {}) => {
      const all = keys.map((key) => ({ Key: placeOf(key).Key }))
      for (let at = 0; at < all.length; at += removedAtOnce) await removeSome(all.slice(at, at + removedAtOnce), signal)
    },
    async *list(prefix, { after, signal } = {}) {
      const query = { Bucket, Prefix: `${base}${prefix}`, MaxKeys: pageSize, ...(after ? { StartAfter: placeOf(after).Key } : {}) }
      let next: string | undefined
      do {
        const ContinuationToken = next
        const page = await asked(signal, (abortSignal) =>
          client.send(new ListObjectsV2Command({ ...query, ContinuationToken }), { abortSignal }),
        )
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          const key = Key.slice(base.length)
          if (isObjectKey(key)) yield { key, size: Size, modifiedAt: LastModified }
        }
        next = page.NextContinuationToken
      } while (next)
    },
    close: () => client.destroy(),
  }
  return { ...store, check: () => checkStore(store, `s3://${Bucket}${base && `/${place.prefix}`} at ${place.endpoint ?? place.region}`) }
}
