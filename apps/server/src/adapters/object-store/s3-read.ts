import type { Readable } from 'node:stream'
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { isNamed, prepareNext } from './attempts.ts'
import { startWatch } from './inactivity.ts'
import { ObjectMissing } from './object-missing.ts'
import type { ReadBytes } from './reads.ts'
import { asStoreError } from './unavailable.ts'

type Asked = { Bucket: string; Key: string }

async function* bytesFrom(client: S3Client, asked: Asked, at: number, inactivityMs: number, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const watch = startWatch(inactivityMs, signal)
  try {
    const range = at > 0 ? { Range: `bytes=${at}-` } : {}
    const { Body } = await client.send(new GetObjectCommand({ ...asked, ...range }), { abortSignal: watch.signal })
    for await (const chunk of Body as Readable) {
      // While the caller has the chunk it is not the store that is slow.
      watch.rest()
      yield chunk as Buffer
      watch.moved()
    }
  } catch (error) {
    throw watch.reasonFor(error)
  } finally {
    watch.rest()
  }
}

/** A read that breaks goes on where it broke: the object cannot have changed, and the hash at its end would tell. */
export const createS3Read = (client: S3Client, location: (key: Parameters<ReadBytes>[0]) => Asked, inactivityMs: number): ReadBytes =>
  async function* (key, signal) {
    const asked = location(key)
    let at = 0
    for (let attempt = 1; ; attempt += 1) {
      try {
        signal?.throwIfAborted()
        for await (const chunk of bytesFrom(client, asked, at, inactivityMs, signal)) {
          at += chunk.length
          attempt = 1
          yield chunk
        }
        return
      } catch (error) {
        // It broke behind the last byte.
        if (at > 0 && isNamed(error, 'InvalidRange')) return
        if (isNamed(error, 'NoSuchKey')) throw new ObjectMissing(key, error)
        await prepareNext(error, attempt, signal).catch((last: unknown) => {
          throw asStoreError(last, signal)
        })
      }
    }
  }
