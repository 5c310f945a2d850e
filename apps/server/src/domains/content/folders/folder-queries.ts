import { type Db, sql } from '#db'
import type { ItemAccess, WorkspaceAccess } from '#domains/content/items'

/** Behind the last of those that lie there. */
export const nextPosition = async (db: Db, workspace: WorkspaceAccess, parentId: number | null): Promise<number> => {
  const { tenantId, deploymentId, embedTenantId } = workspace
  const last = await db
    .selectFrom('content_items')
    .select('position')
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('embed_tenant_id', '=', embedTenantId)
    .where('kind', '=', 'folder')
    .where('parent_id', 'is not distinct from', parentId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const maxPosition = 2_147_483_647
  return last ? Math.min(last.position + 1, maxPosition) : 0
}

/** How many levels a folder and those below it take; 1 for one without sub-folders. */
export const findHeight = async (db: Db, { tenantId, itemId }: ItemAccess<'folder'>): Promise<number> => {
  const { rows } = await sql<{ height: number }>`
    with recursive below as (
      select ${itemId}::bigint as id, 1 as height
      union all
      select i.id, b.height + 1 from below b join content_items i
        on i.tenant_id = ${tenantId} and i.parent_id = b.id and i.kind = 'folder'
    )
    select max(height) as height from below`.execute(db)
  return rows[0]?.height ?? 1
}

export const hasFolders = async (db: Db, { tenantId, itemId }: ItemAccess<'folder'>): Promise<boolean> => {
  const found = await db
    .selectFrom('content_items')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('parent_id', '=', itemId)
    .where('kind', '=', 'folder')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What lies in the folder lies at the root afterwards. */
export const detachContent = async (db: Db, { tenantId, itemId }: ItemAccess<'folder'>): Promise<void> => {
  await db.updateTable('content_items').set({ parent_id: null }).where('tenant_id', '=', tenantId).where('parent_id', '=', itemId).execute()
}
