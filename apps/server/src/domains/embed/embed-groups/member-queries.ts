import { type Db, sql } from '#db'
import { embedUserColumns, type EmbedTenantAccess, type EmbedUserRow } from '#domains/embed/embed-tenants'
import type { GroupRow } from './embed-group-queries.ts'
import type { NamedMember } from './member-rules.ts'

/** Newest members first; `member_id` is the place of a member in that order. */
export const listMembersBefore = (db: Db, access: EmbedTenantAccess, groupId: number, beforeId: number, limit: number) =>
  db
    .selectFrom('group_members')
    .innerJoin('external_users', (join) =>
      join.onRef('external_users.tenant_id', '=', 'group_members.tenant_id').onRef('external_users.id', '=', 'group_members.user_id'),
    )
    .select([...embedUserColumns, 'group_members.id as member_id'])
    .where('group_members.tenant_id', '=', access.tenantId)
    .where('group_members.group_id', '=', groupId)
    .where('group_members.id', '<', beforeId)
    .orderBy('group_members.id', 'desc')
    .limit(limit)
    .execute()
export type MemberRow = Awaited<ReturnType<typeof listMembersBefore>>[number]

export type LockedUser = EmbedUserRow & { is_member: boolean }

/** The user's column that names a group: each namespace is a field of a session request, which replaces its own and no other. */
const columnOf = ({ namespace }: GroupRow) => sql.ref(namespace === 'groups' ? 'embed_group_ids' : 'tenant_group_ids')

/** The users among those named, each once, held in the order of their ids so that two requests never wait for each other. */
export const lockUsers = (db: Db, access: EmbedTenantAccess, group: GroupRow, named: NamedMember[]): Promise<LockedUser[]> => {
  const externalIds = named.flatMap((member) => ('externalId' in member ? [member.externalId] : []))
  const ids = named.flatMap((member) => ('embedUserId' in member ? [member.embedUserId] : []))
  return db
    .selectFrom('external_users')
    .select([...embedUserColumns, sql<boolean>`${group.id}::bigint = any(${columnOf(group)})`.as('is_member')])
    .where('tenant_id', '=', access.tenantId)
    .where('embed_tenant_id', '=', access.embedTenantId)
    .where(sql<boolean>`(external_id = any(${externalIds}::text[]) or id = any(${ids}::bigint[]))`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** New users, in the group from the start. The caller holds the catalog, so nobody else makes the same ones. */
export const insertMembers = async (db: Db, access: EmbedTenantAccess, group: GroupRow, externalIds: string[]): Promise<LockedUser[]> => {
  if (externalIds.length === 0) return []
  const { rows } = await sql<LockedUser>`
    insert into external_users (tenant_id, embed_tenant_id, external_id, ${columnOf(group)})
    select ${access.tenantId}::bigint, ${access.embedTenantId}::bigint, named.external_id, array[${group.id}::bigint]
    from unnest(${externalIds}::text[]) with ordinality as named (external_id, place) order by place
    returning id, external_id, email, display_name, created_at, false as is_member`.execute(db)
  return rows
}

/** Without its fingerprint a user's next session is applied in full, and not taken for the one before. */
const changeGroups = async (db: Db, access: EmbedTenantAccess, group: GroupRow, userIds: number[], change: 'append' | 'remove') => {
  if (userIds.length === 0) return
  const column = columnOf(group)
  await sql`
    update external_users set ${column} = ${sql.raw(`array_${change}`)}(${column}, ${group.id}::bigint), fingerprint = null, updated_at = now()
    where tenant_id = ${access.tenantId} and embed_tenant_id = ${access.embedTenantId} and id = any(${userIds}::bigint[])`.execute(db)
}

export const addToGroup = (db: Db, access: EmbedTenantAccess, group: GroupRow, userIds: number[]) =>
  changeGroups(db, access, group, userIds, 'append')

export const removeFromGroup = (db: Db, access: EmbedTenantAccess, group: GroupRow, userIds: number[]) =>
  changeGroups(db, access, group, userIds, 'remove')
