import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { objectKey, type ObjectKey, type ObjectStore, storedObjectKey } from '#adapters/object-store'
import { type Db, inTransaction, type Pool } from '#db'
import { Failure } from '#kernel/failure'
import { createBulkhead } from '#limits'
import { damageAsUnavailable } from './damaged-store.ts'
import { listUnreferenced, markReferenced } from './repository-queries.ts'
import type { RepositoryId } from './types.ts'

export type StoredObject = { key: ObjectKey; sha1: string; sha256: string; size: number }
type Stored = { key: string; sha256: string; size: number }
type Bounds = { maxBytes: number; tooLarge: () => Error; signal: AbortSignal }

/** Objects that are stored before a row refers to them. */
export type UnreferencedObjects = {
  /** Durable when it resolves, and unreferenced: the row that refers to it claims it with `markObjectReferenced`, or the collector removes it. */
  store: (repositoryId: RepositoryId, kind: string, chunks: AsyncIterable<Buffer>, bounds: Bounds) => Promise<StoredObject>
  /** The objects as files on this node's disk, by their keys, for as long as the work takes: none of them is held in memory. */
  withFiles: <T>(
    repositoryId: RepositoryId,
    objects: readonly Stored[],
    signal: AbortSignal,
    work: (files: ReadonlyMap<string, string>) => Promise<T>,
  ) => Promise<T>
}

/** In the transaction that inserts the row. An object the collector was quicker to claim undoes the whole. */
export const markObjectReferenced = async (db: Db, repositoryId: RepositoryId, key: string): Promise<void> => {
  if ((await markReferenced(db, repositoryId, [key])) !== 1)
    throw new Failure('service_unavailable', 'The file took too long and was discarded. Send it again.', { retryAfterSeconds: 1 })
}

const spool = async (file: string, chunks: AsyncIterable<Buffer>, { maxBytes, tooLarge, signal }: Bounds) => {
  const sha1 = createHash('sha1')
  const sha256 = createHash('sha256')
  let size = 0
  const counted = async function* () {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      sha1.update(chunk)
      sha256.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal })
  return { sha1: sha1.digest('hex'), sha256: sha256.digest('hex'), size }
}

const fetchedAtOnce = 16
const mebibyte = 1_048_576

const createFetched = (store: ObjectStore, folder: string): UnreferencedObjects['withFiles'] => {
  const room = createBulkhead<number>({
    what: 'megabytes for uploads that are being finished',
    holder: 'tenant',
    capacity: 1024,
    maxPerKey: 512,
    maxWaiting: 200,
    maxWaitingPerKey: 50,
    maxWaitMs: 30_000,
  })
  const fetchInto = async (
    into: string,
    repositoryId: RepositoryId,
    objects: readonly Stored[],
    signal: AbortSignal,
  ): Promise<Map<string, string>> => {
    const files = new Map<string, string>()
    const queue = objects.entries()
    const fetchNext = async (): Promise<void> => {
      for (const [number, { key, sha256 }] of queue) {
        const file = join(into, String(number))
        await damageAsUnavailable(store.getToFile(storedObjectKey(repositoryId, key), sha256, file, { signal }))
        files.set(key, file)
      }
    }
    await Promise.all(Array.from({ length: fetchedAtOnce }, fetchNext))
    return files
  }
  return (repositoryId, objects, signal, work) => {
    const bytes = objects.reduce((sum, { size }) => sum + size, 0)
    const weight = Math.max(1, Math.ceil(bytes / mebibyte))
    return room.run(
      repositoryId.tenantId,
      async () => {
        const into = join(folder, 'incoming', `files-${randomBytes(8).toString('hex')}`)
        await mkdir(into, { recursive: true, mode: 0o700 })
        try {
          return await work(await fetchInto(into, repositoryId, objects, signal))
        } finally {
          await rm(into, { recursive: true, force: true })
        }
      },
      { weight, signal },
    )
  }
}

export const createUnreferencedObjects = (pool: Pool, store: ObjectStore, folder: string): UnreferencedObjects => ({
  store: async (repositoryId, kind, chunks, bounds) => {
    const nonce = randomBytes(8).toString('hex')
    const incoming = join(folder, 'incoming')
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const file = join(incoming, nonce)
    try {
      // Its name in the store is its hash, so all of it must be here first.
      const found = await spool(file, chunks, bounds)
      const key = objectKey(repositoryId, { kind, owner: repositoryId.deploymentId, sha256: found.sha256, nonce })
      await inTransaction(pool, repositoryId.tenantId, 'read write', (db) => listUnreferenced(db, repositoryId, [key]))
      await store.put(key, { file }, { signal: bounds.signal })
      return { key, ...found }
    } finally {
      await rm(file, { force: true })
    }
  },
  withFiles: createFetched(store, folder),
})
