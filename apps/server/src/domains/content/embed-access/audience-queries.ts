import { contentLimits } from '@facet/contract'
import { type Db, sql } from '#db'
import { type ItemAccess, levels } from '#domains/content/items'
import { Failure } from '#kernel/failure'

/** Whom a workbook is shown to in frames: all embed users, or those of one embed tenant. */
export type Audience = { kind: 'all_embed_users' } | { kind: 'embed_tenant'; embedTenantId: number }

const grants = (db: Db, { tenantId, itemId }: ItemAccess<'workbook'>) =>
  db.selectFrom('content_grants').where('content_grants.tenant_id', '=', tenantId).where('item_id', '=', itemId)

export const isSharedWithAll = async (db: Db, access: ItemAccess<'workbook'>): Promise<boolean> =>
  (await grants(db, access).select('item_id').where('grantee_kind', '=', 'all_embed_users').executeTakeFirst()) !== undefined

/** The embed tenants that the workbook itself is shared with, by name. */
export const listEmbedTenantsShown = (db: Db, access: ItemAccess<'workbook'>) =>
  grants(db, access)
    .innerJoin('embed_tenants as t', (join) =>
      join.onRef('t.tenant_id', '=', 'content_grants.tenant_id').onRef('t.id', '=', 'content_grants.embed_tenant_id'),
    )
    .select(['t.id', 't.name'])
    .where('grantee_kind', '=', 'embed_tenant')
    .where('t.removed_at', 'is', null)
    .orderBy('t.name')
    .execute()

export const getEmbedTenantId = async (db: Db, { tenantId }: ItemAccess<'workbook'>, name: string): Promise<number> => {
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

const requireRoom = async (db: Db, access: ItemAccess<'workbook'>): Promise<void> => {
  const { count } = await grants(db, access).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  if (count > contentLimits.grants)
    throw new Failure(
      'grant_limit',
      `Workbook ${access.itemId} is shared with ${contentLimits.grants} users and groups, which is the limit. Share it with a group instead.`,
    )
}

/** Whether that is new. */
export const shareWith = async (db: Db, access: ItemAccess<'workbook'>, audience: Audience): Promise<boolean> => {
  const added = await db
    .insertInto('content_grants')
    .values({
      tenant_id: access.tenantId,
      item_id: access.itemId,
      deployment_id: access.deploymentId,
      item_kind: 'workbook',
      grantee_kind: audience.kind,
      embed_tenant_id: audience.kind === 'embed_tenant' ? audience.embedTenantId : null,
      level: levels.view,
      granted_by: access.personId,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'item_id', 'grantee_id']).doNothing())
    .returning('item_id')
    .executeTakeFirst()
  if (added) await requireRoom(db, access)
  return added !== undefined
}

/** Whether it was shared so. */
export const unshareWith = async (db: Db, { tenantId, itemId }: ItemAccess<'workbook'>, audience: Audience): Promise<boolean> => {
  const removed = await db
    .deleteFrom('content_grants')
    .where('tenant_id', '=', tenantId)
    .where('item_id', '=', itemId)
    .where('grantee_kind', '=', audience.kind)
    .$if(audience.kind === 'embed_tenant', (query) =>
      query.where('embed_tenant_id', '=', audience.kind === 'embed_tenant' ? audience.embedTenantId : 0),
    )
    .returning('item_id')
    .executeTakeFirst()
  return removed !== undefined
}
