import type { Db } from '#db'
import { type Grantee, isOfKey, requireAllOfKey, requireOfKey } from '#domains/content/grants'
import type { ItemAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'

const grants = (db: Db, { tenantId, itemId }: ItemAccess<'workbook'>) =>
  db.selectFrom('content_grants').where('content_grants.tenant_id', '=', tenantId).where('item_id', '=', itemId)

export const isSharedWithAll = async (db: Db, access: ItemAccess<'workbook'>): Promise<boolean> =>
  (await grants(db, access).select('item_id').where('grantee_kind', '=', 'all_embed_users').executeTakeFirst()) !== undefined

/** The embed tenants that the workbook itself is shared with, by name; to a key that names some, of these. */
export const listEmbedTenantsShown = async (db: Db, access: ItemAccess<'workbook'>) => {
  const rows = await grants(db, access)
    .innerJoin('embed_tenants as t', (join) =>
      join.onRef('t.tenant_id', '=', 'content_grants.tenant_id').onRef('t.id', '=', 'content_grants.embed_tenant_id'),
    )
    .select(['t.id', 't.name'])
    .where('grantee_kind', '=', 'embed_tenant')
    .where('t.removed_at', 'is', null)
    .orderBy('t.name')
    .execute()
  return rows.filter(({ name }) => isOfKey(access, name))
}

const getEmbedTenantId = async (db: Db, { tenantId }: ItemAccess<'workbook'>, name: string): Promise<number> => {
  const found = await db
    .selectFrom('embed_tenants')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name.toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!found)
    throw new Failure('embed_tenant_not_found', `Embed tenant "${name}" was not found. The first session that names it creates it.`)
  return found.id
}

/** Whom a workbook is to be shown to in frames: those of the embed tenant, or all embed users. */
export const requireAudience = async (
  db: Db,
  access: ItemAccess<'workbook'>,
  embedTenantName: string | null | undefined,
): Promise<Grantee> => {
  if (embedTenantName == null) {
    requireAllOfKey(access)
    return { kind: 'all_embed_users', id: null }
  }
  requireOfKey(access, embedTenantName.toLowerCase(), embedTenantName)
  return { kind: 'embed_tenant', id: await getEmbedTenantId(db, access, embedTenantName) }
}
