import type { DeploymentsAccess } from '#access'
import { type Db, sql } from '#db'
import type { ItemKind } from '#domains/content/items'

/** Where a resource lies: the item that its grants are of, or that a dashboard was made of. */
export type Place = { deploymentId: number; itemId: number }

/** Whether the caller may see anything of it is asked of its workspace. */
export const findItemPlace = async (
  db: Db,
  { tenantId, deploymentIds }: DeploymentsAccess,
  kind: ItemKind,
  id: number,
): Promise<Place | undefined> => {
  const found = await db
    .selectFrom('content_items')
    .select('deployment_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .$if(deploymentIds !== null, (query) => query.where(sql<boolean>`deployment_id = any(${deploymentIds}::bigint[])`))
    .executeTakeFirst()
  return found && { deploymentId: found.deployment_id, itemId: id }
}

export const findDashboardPlace = async (
  db: Db,
  { tenantId, deploymentIds }: DeploymentsAccess,
  id: number,
): Promise<Place | undefined> => {
  const found = await db
    .selectFrom('dashboards')
    .select(['deployment_id', 'workbook_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(deploymentIds !== null, (query) => query.where(sql<boolean>`deployment_id = any(${deploymentIds}::bigint[])`))
    .executeTakeFirst()
  return found && { deploymentId: found.deployment_id, itemId: found.workbook_id }
}
