import type { Db } from '#db'
import type { StoredSyncObject } from './sync-objects.ts'

type OfDeployment = { tenantId: number; deploymentId: number }

export const insertManifest = async (db: Db, { tenantId, deploymentId }: OfDeployment, object: StoredSyncObject): Promise<number> => {
  const { id } = await db
    .insertInto('dbt_manifests')
    .values({
      tenant_id: tenantId,
      deployment_id: deploymentId,
      object_key: object.key,
      sha256: object.sha256,
      size_bytes: object.size,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findManifest = async (
  db: Db,
  { tenantId, deploymentId }: OfDeployment,
  manifestId: number,
): Promise<StoredSyncObject | undefined> => {
  const row = await db
    .selectFrom('dbt_manifests')
    .select(['object_key', 'sha256', 'size_bytes'])
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', manifestId)
    .executeTakeFirst()
  return row && { key: row.object_key, sha256: row.sha256, size: row.size_bytes }
}
