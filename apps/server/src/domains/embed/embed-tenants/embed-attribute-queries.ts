import type { Db } from '#db'
import type { EmbedTenantAccess } from './require-embed-tenant.ts'

export const listAttributesAfter = (db: Db, access: EmbedTenantAccess, afterId: number, limit: number) =>
  db
    .selectFrom('user_attributes')
    .select(['id', 'name', 'type', 'display_name', 'description', 'default_value', 'is_trusted'])
    .where('tenant_id', '=', access.tenantId)
    .where('embed_tenant_id', '=', access.embedTenantId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
export type AttributeRow = Awaited<ReturnType<typeof listAttributesAfter>>[number]

/** Values that users still carry mean nothing without it: whoever reads them joins the definitions. */
export const removeAttribute = async (db: Db, access: EmbedTenantAccess, id: number): Promise<boolean> => {
  const removed = await db
    .deleteFrom('user_attributes')
    .where('tenant_id', '=', access.tenantId)
    .where('embed_tenant_id', '=', access.embedTenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
