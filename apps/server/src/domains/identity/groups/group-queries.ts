import { type GroupNamespace, memberCountCap } from '@facet/contract'
import { extendCatalog, type TenantAccess, tenantWide } from '#access'
import { brokenConstraint, type Db, sql } from '#db'
import { Failure } from '#kernel/failure'

/** Without an embed tenant: a group of the whole tenant. */
export type NewGroup = { embedTenantId: number | null; namespace: GroupNamespace; name: string; description: string | null }

const shown = ['id', 'name', 'description'] as const

/** External users, and the users and service accounts of the tenant itself. */
const memberCount = sql<number>`(select count(*) from (
  (select from group_members m where m.tenant_id = groups.tenant_id and m.group_id = groups.id limit ${memberCountCap})
  union all
  (select from user_group_members m where m.tenant_id = groups.tenant_id and m.group_id = groups.id limit ${memberCountCap})
  limit ${memberCountCap}) few)`

/** Newest first, and only those of the whole tenant. */
const groupsBefore = (db: Db, { tenantId }: TenantAccess, beforeId: number | null, limit: number) =>
  db
    .selectFrom('groups')
    .select(shown)
    .select(memberCount.as('user_count'))
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', 'is', null)
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
    .orderBy('id', 'desc')
    .limit(limit)

export const listGroupsBefore = (db: Db, access: TenantAccess, beforeId: number | null, limit: number) =>
  groupsBefore(db, access, beforeId, limit).execute()

/** Those that a user or service account is in. */
export const listGroupsOfBefore = (db: Db, access: TenantAccess, userId: number, beforeId: number | null, limit: number) =>
  groupsBefore(db, access, beforeId, limit)
    .where(
      sql<boolean>`exists (select from user_group_members m where m.tenant_id = groups.tenant_id and m.group_id = groups.id and m.user_id = ${userId})`,
    )
    .execute()

export type GroupRow = Awaited<ReturnType<typeof listGroupsBefore>>[number]

export const insertGroup = async (db: Db, access: TenantAccess, group: NewGroup): Promise<GroupRow> => {
  // Before the row: whoever holds the catalog may be waiting for this very name.
  await extendCatalog(db, access, group.embedTenantId ?? tenantWide)
  const { embedTenantId, namespace, name, description } = group
  try {
    const row = await db
      .insertInto('groups')
      .values({ tenant_id: access.tenantId, embed_tenant_id: embedTenantId, namespace, name, description })
      .returning(shown)
      .executeTakeFirstOrThrow()
    return { ...row, user_count: 0 }
  } catch (error) {
    if (brokenConstraint(error) === 'groups_name_key')
      throw new Failure('group_name_taken', `A group called "${name}" already exists. Choose another name.`, { cause: error })
    throw error
  }
}

export const removeGroup = async (db: Db, access: TenantAccess, id: number): Promise<boolean> => {
  const removed = await db
    .deleteFrom('groups')
    .where('tenant_id', '=', access.tenantId)
    .where('embed_tenant_id', 'is', null)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}
