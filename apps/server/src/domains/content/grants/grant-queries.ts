import { contentLimits } from '@facet/contract'
import { type Db, sql } from '#db'
import { allEmbedUsers, consoleOrganisation, type ItemAccess, type ItemKind, type Level } from '#domains/content/items'
import { Failure } from '#kernel/failure'

export type ResourceKind = ItemKind | 'dashboard'

/** What is shared: an item, or a dashboard by its own id with access to the workbook that it was made of. */
export type Granted = { kind: ResourceKind; id: number; access: ItemAccess }

/** Whom a grant names: by id, where it is somebody in particular. */
export type Grantee = { kind: 'user' | 'group' | 'organisation' | 'external_user' | 'all_embed_users' | 'embed_tenant'; id: number | null }

/** One number says who it is, as the tables have it. */
const granteeIdOf = ({ kind, id }: Grantee): number => id ?? (kind === 'all_embed_users' ? allEmbedUsers : consoleOrganisation)

const columnsOf = ({ kind, id }: Grantee) => ({
  grantee_kind: kind,
  principal_id: kind === 'user' ? id : null,
  group_id: kind === 'group' ? id : null,
  external_user_id: kind === 'external_user' ? id : null,
  embed_tenant_id: kind === 'embed_tenant' || kind === 'organisation' ? id : null,
})

const requireRoom = async (db: Db, { kind, id, access }: Granted): Promise<void> => {
  const table = kind === 'dashboard' ? 'dashboard_grants' : 'content_grants'
  const { count } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('count'))
    .where('tenant_id', '=', access.tenantId)
    .where(sql.ref<number>(kind === 'dashboard' ? 'dashboard_id' : 'item_id'), '=', id)
    .executeTakeFirstOrThrow()
  if (count > contentLimits.grants)
    throw new Failure(
      'grant_limit',
      `This ${kind} is shared with ${contentLimits.grants} users and groups, which is the limit. Share it with a group instead.`,
    )
}

const saveItemGrant = async (db: Db, { access }: Granted, grantee: Grantee, level: Level): Promise<boolean> => {
  const saved = await db
    .insertInto('content_grants')
    .values({
      tenant_id: access.tenantId,
      item_id: access.itemId,
      deployment_id: access.deploymentId,
      item_kind: access.kind,
      level,
      granted_by: access.personId,
      ...columnsOf(grantee),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'item_id', 'grantee_id'])
        .doUpdateSet({ level, granted_by: access.personId, granted_at: sql<Date>`now()` })
        .where('content_grants.level', '<>', level),
    )
    .returning('item_id')
    .executeTakeFirst()
  return saved !== undefined
}

const saveDashboardGrant = async (db: Db, { id, access }: Granted, grantee: Grantee): Promise<boolean> => {
  const { principal_id, group_id } = columnsOf(grantee)
  const saved = await db
    .insertInto('dashboard_grants')
    .values({ tenant_id: access.tenantId, dashboard_id: id, principal_id, group_id, granted_by: access.personId })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'dashboard_id', 'grantee_id']).doNothing())
    .returning('dashboard_id')
    .executeTakeFirst()
  return saved !== undefined
}

const removeGrant = async (db: Db, { kind, id, access }: Granted, grantee: Grantee): Promise<boolean> => {
  const isDashboard = kind === 'dashboard'
  const removed = await db
    .deleteFrom(isDashboard ? 'dashboard_grants' : 'content_grants')
    .where('tenant_id', '=', access.tenantId)
    .where(sql.ref<number>(isDashboard ? 'dashboard_id' : 'item_id'), '=', id)
    .where('grantee_id', '=', granteeIdOf(grantee))
    .returning('tenant_id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Grants the level, or ends the grant where there is none. Says what that did to the resource. */
export const setGrant = async (
  db: Db,
  resource: Granted,
  grantee: Grantee,
  level: Exclude<Level, 0> | null,
): Promise<'shared' | 'unshared' | 'unchanged'> => {
  if (level === null) return (await removeGrant(db, resource, grantee)) ? 'unshared' : 'unchanged'
  const isSaved =
    resource.kind === 'dashboard' ? await saveDashboardGrant(db, resource, grantee) : await saveItemGrant(db, resource, grantee, level)
  if (!isSaved) return 'unchanged'
  await requireRoom(db, resource)
  return 'shared'
}
