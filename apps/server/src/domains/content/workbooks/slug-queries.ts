import { type Db, sql } from '#db'
import { changeItem, type ItemAccess, type WorkspaceAccess } from '#domains/content/items'

/** Whoever gives a slug to a workbook comes after whoever is doing so: until the transaction ends, nobody else gives this one. */
export const lockSlug = async (db: Db, { tenantId, deploymentId, embedTenantId }: WorkspaceAccess, slug: string): Promise<void> => {
  const place = `workbook slug ${deploymentId} ${embedTenantId} ${slug}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}::text, ${tenantId}::bigint))`.execute(db)
}

/** The workbook of this slug, whoever may see it. */
export const findSlugHolder = async (db: Db, workspace: WorkspaceAccess, slug: string): Promise<number | null> => {
  const found = await db
    .selectFrom('content_workbooks')
    .select('id')
    .where('tenant_id', '=', workspace.tenantId)
    .where('deployment_id', '=', workspace.deploymentId)
    .where('embed_tenant_id', '=', workspace.embedTenantId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return found?.id ?? null
}

export const clearSlug = async (db: Db, access: ItemAccess<'workbook'>): Promise<void> => {
  await db
    .updateTable('content_workbooks')
    .set({ slug: null })
    .where('tenant_id', '=', access.tenantId)
    .where('id', '=', access.itemId)
    .execute()
  await changeItem(db, access)
}
