import { randomBytes } from 'node:crypto'
import type { PackFiles } from '#adapters/git'
import { fingerprintOf, type ObjectKey, objectKey, type ObjectStore } from '#adapters/object-store'
import { inTransaction, type Pool } from '#db'
import { damageAsUnavailable } from './damaged-store.ts'
import { listUnreferenced } from './repository-queries.ts'
import type { Pack, RepositoryId } from './types.ts'

/** Puts a pack and its index into the store; durable, and read back, when it resolves. Nobody refers to it yet. */
export const storePack = async (
  pool: Pool,
  store: ObjectStore,
  repositoryId: RepositoryId,
  files: PackFiles,
  signal?: AbortSignal,
): Promise<Pack> => {
  const [pack, index] = await Promise.all([fingerprintOf({ file: files.pack }), fingerprintOf({ file: files.index })])
  // The writer's own: two writers of equal bytes never share an object, so that removing one's takes nothing from the other.
  const nonce = randomBytes(8).toString('hex')
  const name = { kind: 'packs', owner: repositoryId.deploymentId, nonce }
  const key = objectKey(repositoryId, { ...name, sha256: pack.sha256 })
  const indexKey = objectKey(repositoryId, { ...name, sha256: index.sha256 })
  await inTransaction(pool, repositoryId.tenantId, 'read write', (db) => listUnreferenced(db, repositoryId, [key, indexKey]))
  const call = signal ? { signal } : {}
  await allEnded([store.put(key, { file: files.pack }, call), store.put(indexKey, { file: files.index }, call)])
  await damageAsUnavailable(readBack(store, key, pack.sha256, call))
  return { key, sha256: pack.sha256, size: pack.size, indexKey, indexSha256: index.sha256 }
}

/** Throws only when none goes on: the files they read are removed by whoever hears of it. */
const allEnded = async (tasks: Promise<unknown>[]): Promise<void> => {
  await Promise.allSettled(tasks)
  await Promise.all(tasks)
}

/** A store that took the bytes and kept others is found out before anybody is told that they are safe. */
const readBack = async (store: ObjectStore, key: ObjectKey, sha256: string, call: { signal?: AbortSignal }): Promise<void> => {
  const chunks = store.stream(key, sha256, call)[Symbol.asyncIterator]()
  while (!(await chunks.next()).done);
}
