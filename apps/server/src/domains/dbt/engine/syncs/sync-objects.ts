import { createReadStream } from 'node:fs'
import { type ObjectKey, type ObjectStore, storedObjectKey } from '#adapters/object-store'
import type { Db } from '#db'
import { markObjectReferenced, type UnreferencedObjects } from '#engine/modeling'
import { SyncProblem } from './sync-problem.ts'
import type { SyncId } from './types.ts'

/** What is kept of a run in the store. */
export type SyncObjectKind = 'conversion' | 'report' | 'diff_json' | 'diff_markdown' | 'diff_sarif'

export type StoredSyncObject = { key: string; sha256: string; size: number }

const maxBytes = 512 * 1_048_576

const tooLarge = (kind: SyncObjectKind) => () =>
  new SyncProblem('output_too_large', `The ${kind.replace('_', ' ')} of this sync has more than ${maxBytes / 1_048_576} MB.`)

const chunksOf = (content: { file: string } | Uint8Array): AsyncIterable<Buffer> =>
  'file' in content
    ? (createReadStream(content.file) as AsyncIterable<Buffer>)
    : (async function* () {
        yield Buffer.from(content.buffer, content.byteOffset, content.byteLength)
      })()

/** Puts it into the store. No row refers to it yet. */
export const storeSyncObject = async (
  objects: Pick<UnreferencedObjects, 'store'>,
  sync: SyncId,
  kind: SyncObjectKind,
  content: { file: string } | Uint8Array,
  signal: AbortSignal,
): Promise<StoredSyncObject> => {
  const { key, sha256, size } = await objects.store(sync, 'dbt-syncs', chunksOf(content), { maxBytes, tooLarge: tooLarge(kind), signal })
  return { key, sha256, size }
}

/** Refers to a new object. What an earlier attempt put there stays, and the collector takes the new one. */
export const referToObject = async (db: Db, sync: SyncId, kind: SyncObjectKind, object: StoredSyncObject): Promise<void> => {
  if (await findSyncObject(db, sync, kind)) return
  // Claimed before it is referred to: what refers to an object takes it off the list, and the claim would find nothing.
  await markObjectReferenced(db, sync, object.key)
  await db
    .insertInto('dbt_sync_objects')
    .values({
      tenant_id: sync.tenantId,
      sync_id: sync.syncId,
      kind,
      object_key: object.key,
      sha256: object.sha256,
      size_bytes: object.size,
    })
    .execute()
}

/** Refers to what another run of the same made; false where that is gone. Its rows are held: they do not go meanwhile. */
export const shareObjects = async (db: Db, sync: SyncId, otherId: number): Promise<boolean> => {
  const rows = await db
    .selectFrom('dbt_sync_objects')
    .select(['kind', 'object_key', 'sha256', 'size_bytes'])
    .where('tenant_id', '=', sync.tenantId)
    .where('sync_id', '=', otherId)
    .where('kind', 'in', ['conversion', 'report'])
    .forKeyShare()
    .execute()
  if (rows.length < 2) return false
  await db
    .insertInto('dbt_sync_objects')
    .values(rows.map((row) => ({ ...row, tenant_id: sync.tenantId, sync_id: sync.syncId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

export const findSyncObject = async (
  db: Db,
  { tenantId, syncId }: Pick<SyncId, 'tenantId' | 'syncId'>,
  kind: SyncObjectKind,
): Promise<StoredSyncObject | undefined> => {
  const row = await db
    .selectFrom('dbt_sync_objects')
    .select(['object_key', 'sha256', 'size_bytes'])
    .where('tenant_id', '=', tenantId)
    .where('sync_id', '=', syncId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && { key: row.object_key, sha256: row.sha256, size: row.size_bytes }
}

const keyOf = ({ tenantId }: Pick<SyncId, 'tenantId'>, { key }: Pick<StoredSyncObject, 'key'>): ObjectKey =>
  storedObjectKey({ tenantId }, key)

/** The object as a file of this node, verified. */
export const fetchSyncObject = (
  store: Pick<ObjectStore, 'getToFile'>,
  sync: Pick<SyncId, 'tenantId'>,
  object: Pick<StoredSyncObject, 'key' | 'sha256'>,
  file: string,
  signal: AbortSignal,
): Promise<void> => store.getToFile(keyOf(sync, object), object.sha256, file, { signal })

/** The object in memory, for an answer. */
export const readSyncObject = (
  store: Pick<ObjectStore, 'get'>,
  sync: Pick<SyncId, 'tenantId'>,
  object: StoredSyncObject,
  signal: AbortSignal,
): Promise<Buffer> => store.get(keyOf(sync, object), object.sha256, { signal, maxBytes })
