import { type GroupNamespace, memberCountCap } from '@facet/contract'
import { brokenConstraint, type Db, sql } from '#db'
import type { EmbedTenantAccess } from '#domains/embed/embed-tenants'
import { Failure } from '#kernel/failure'

// Counting stops, so that a page of large groups costs no more than a page of small ones.
const userCount = sql<number>`(select count(*) from (select from group_members m
  where m.tenant_id = groups.tenant_id and m.group_id = groups.id limit ${sql.lit(memberCountCap)}) few)`

const groups = (db: Db, { tenantId, embedTenantId }: EmbedTenantAccess) =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'description', 'namespace', userCount.as('user_count')])
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', '=', embedTenantId)

export const listGroupsBefore = (db: Db, access: EmbedTenantAccess, beforeId: number, limit: number) =>
  groups(db, access).where('id', '<', beforeId).orderBy('id', 'desc').limit(limit).execute()
export type GroupRow = Awaited<ReturnType<typeof listGroupsBefore>>[number]

export const getGroup = async (db: Db, access: EmbedTenantAccess, id: number): Promise<GroupRow> => {
  const found = await groups(db, access).where('id', '=', id).executeTakeFirst()
  if (!found) throw new Failure('group_not_found', `Group ${id} was not found in embed tenant "${access.embedTenantName}".`)
  return found
}

type NewGroup = { name: string; description: string | null; namespace: GroupNamespace }

export const insertGroup = async (db: Db, access: EmbedTenantAccess, group: NewGroup): Promise<number> => {
  try {
    const { id } = await db
      .insertInto('groups')
      .values({ tenant_id: access.tenantId, embed_tenant_id: access.embedTenantId, ...group })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (brokenConstraint(error) === 'groups_name_key')
      throw new Failure(
        'group_name_taken',
        `Embed tenant "${access.embedTenantName}" already has a group "${group.name}" in ${group.namespace}. Choose another name.`,
        { cause: error },
      )
    throw error
  }
}

export const setDescription = async (db: Db, access: EmbedTenantAccess, id: number, description: string | null): Promise<void> => {
  await db
    .updateTable('groups')
    .set({ description })
    .where('tenant_id', '=', access.tenantId)
    .where('embed_tenant_id', '=', access.embedTenantId)
    .where('id', '=', id)
    .execute()
}

export const removeGroup = async (db: Db, access: EmbedTenantAccess, id: number): Promise<void> => {
  await db
    .deleteFrom('groups')
    .where('tenant_id', '=', access.tenantId)
    .where('embed_tenant_id', '=', access.embedTenantId)
    .where('id', '=', id)
    .execute()
}
