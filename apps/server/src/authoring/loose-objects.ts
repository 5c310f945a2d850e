import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { objectKey, type ObjectKey, type ObjectStore, storedObjectKey } from '#adapters/object-store'
import { type Db, inTransaction, type Pool } from '#db'
import { Failure } from '#failure'
import { orOutage } from './damaged-store.ts'
import { notePending, takeOff } from './repository-queries.ts'
import type { Place } from './types.ts'

export type StoredObject = { key: ObjectKey; sha1: string; sha256: string; size: number }
type Bounds = { mostBytes: number; tooLarge: () => Failure; signal: AbortSignal }

/** Objects that one operation stores and a row of its own then refers to. */
export type LooseObjects = {
  /** Durable when it resolves, and nobody's: the row that refers to it takes it with `takeObject`, or it is removed in time. */
  store: (place: Place, kind: string, chunks: AsyncIterable<Buffer>, bounds: Bounds) => Promise<StoredObject>
  get: (place: Place, object: { key: string; sha256: string; size: number }, signal: AbortSignal) => Promise<Buffer>
}

/** In the transaction that inserts the row. An object the collector was quicker to claim undoes the whole. */
export const takeObject = async (db: Db, place: Place, key: string): Promise<void> => {
  if ((await takeOff(db, place, [key])) !== 1)
    throw new Failure('service_unavailable', 'The file took too long and was given up. Send it again.', { retryAfterSeconds: 1 })
}

const spool = async (file: string, chunks: AsyncIterable<Buffer>, { mostBytes, tooLarge, signal }: Bounds) => {
  const sha1 = createHash('sha1')
  const sha256 = createHash('sha256')
  let size = 0
  const counted = async function* () {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > mostBytes) throw tooLarge()
      sha1.update(chunk)
      sha256.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal })
  return { sha1: sha1.digest('hex'), sha256: sha256.digest('hex'), size }
}

export const createLooseObjects = (pool: Pool, store: ObjectStore, folder: string): LooseObjects => ({
  store: async (place, kind, chunks, bounds) => {
    const nonce = randomBytes(8).toString('hex')
    const incoming = join(folder, 'incoming')
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const file = join(incoming, nonce)
    try {
      // Its name in the store is its hash, so all of it must be here first.
      const found = await spool(file, chunks, bounds)
      const key = objectKey(place, { kind, owner: place.deploymentId, sha256: found.sha256, nonce })
      await inTransaction(pool, place.tenantId, 'read write', (db) => notePending(db, place, [key]))
      await store.put(key, { file }, { signal: bounds.signal })
      return { key, ...found }
    } finally {
      await rm(file, { force: true })
    }
  },
  get: (place, { key, sha256, size }, signal) => orOutage(store.get(storedObjectKey(place, key), sha256, { signal, mostBytes: size })),
})
