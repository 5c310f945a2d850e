import { type Db, sql } from '#db'
import type { StoredSyncObject } from './sync-objects.ts'

type OfDeployment = { tenantId: number; deploymentId: number }

/** A manifest or catalog that was pushed. It lies in the store as it came; `size` is what it unpacks to. */
export type PushedFile = StoredSyncObject & { isPacked: boolean }
export type PushedManifest = { manifest: PushedFile; catalog: PushedFile | null }

const columnsOf = ({ key, sha256, size, isPacked }: PushedFile) => ({ object_key: key, sha256, size_bytes: size, is_packed: isPacked })

export const insertManifest = async (db: Db, { tenantId, deploymentId }: OfDeployment, file: PushedFile): Promise<number> => {
  const { id } = await db
    .insertInto('dbt_manifests')
    .values({ tenant_id: tenantId, deployment_id: deploymentId, ...columnsOf(file) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const removeCatalog = async (db: Db, { tenantId }: OfDeployment, manifestId: number): Promise<void> => {
  await db.deleteFrom('dbt_catalogs').where('tenant_id', '=', tenantId).where('manifest_id', '=', manifestId).execute()
}

export const insertCatalog = async (db: Db, { tenantId }: OfDeployment, manifestId: number, file: PushedFile): Promise<void> => {
  await db
    .insertInto('dbt_catalogs')
    .values({ tenant_id: tenantId, manifest_id: manifestId, ...columnsOf(file) })
    .execute()
}

/** Whether it is there. Its row is held: it makes room for nothing before this transaction is over. */
export const holdManifest = async (db: Db, { tenantId, deploymentId }: OfDeployment, manifestId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('dbt_manifests')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', manifestId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export const findManifest = async (
  db: Db,
  { tenantId, deploymentId }: OfDeployment,
  manifestId: number,
): Promise<PushedManifest | undefined> => {
  const row = await db
    .selectFrom('dbt_manifests as m')
    .leftJoin('dbt_catalogs as c', (join) => join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.manifest_id', '=', 'm.id'))
    .select(['m.object_key', 'm.sha256', 'm.size_bytes', 'm.is_packed'])
    .select([
      'c.object_key as catalog_key',
      'c.sha256 as catalog_sha256',
      'c.size_bytes as catalog_bytes',
      'c.is_packed as is_catalog_packed',
    ])
    .where('m.tenant_id', '=', tenantId)
    .where('m.deployment_id', '=', deploymentId)
    .where('m.id', '=', manifestId)
    .executeTakeFirst()
  if (!row) return undefined
  const { catalog_key: key, catalog_sha256: sha256, catalog_bytes: size, is_catalog_packed: isPacked } = row
  return {
    manifest: { key: row.object_key, sha256: row.sha256, size: row.size_bytes, isPacked: row.is_packed },
    catalog: key === null || sha256 === null || size === null || isPacked === null ? null : { key, sha256, size, isPacked },
  }
}

/** Until this transaction is over nobody else counts or adds what was pushed to the deployment. */
export const lockPushed = async (db: Db, { tenantId, deploymentId }: OfDeployment): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('dbt manifests ' || ${deploymentId}::text, ${tenantId}::bigint))`.execute(db)
}

export type Counted = { id: number; bytes: number; isNeeded: boolean }

/** What was pushed to the deployment, the oldest first, each manifest with its catalog. Needed is what a sync waits for. */
export const listPushed = async (db: Db, { tenantId, deploymentId }: OfDeployment, minCountedBytes: number): Promise<Counted[]> => {
  const { rows } = await sql<{ id: number; bytes: number; is_needed: boolean }>`
    select m.id, greatest(m.size_bytes, ${minCountedBytes}::bigint) + case when c.size_bytes is null then 0 else greatest(c.size_bytes, ${minCountedBytes}::bigint) end as bytes,
      exists (select from dbt_syncs s where s.tenant_id = m.tenant_id and s.manifest_id = m.id and s.closed_at is null and s.lost_at is null) as is_needed
    from dbt_manifests m left join dbt_catalogs c on c.tenant_id = m.tenant_id and c.manifest_id = m.id
    where m.tenant_id = ${tenantId} and m.deployment_id = ${deploymentId} order by m.id`.execute(db)
  return rows.map(({ id, bytes, is_needed: isNeeded }) => ({ id, bytes, isNeeded }))
}

/** Takes those out that nobody holds, so that no sync is launched from them meanwhile. */
export const holdForRemoval = async (db: Db, { tenantId }: OfDeployment, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('dbt_manifests')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .forUpdate()
    .skipLocked()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export const removeManifests = async (db: Db, { tenantId }: OfDeployment, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('dbt_manifests').where('tenant_id', '=', tenantId).where('id', 'in', ids).execute()
}
