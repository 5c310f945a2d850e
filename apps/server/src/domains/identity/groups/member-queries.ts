import type { UserGroupMember } from '@facet/contract'
import type { TenantAccess } from '#access'
import { type Db, sql } from '#db'
import { Failure } from '#kernel/failure'

/** Users and service accounts, as groups know them. */
const people = (db: Db, { tenantId }: TenantAccess) =>
  db
    .selectFrom('principals as p')
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.id'))
    .select(['p.id', 'p.kind', 'p.name', 'u.email', 'u.first_name', 'u.picture'])
    .where('p.tenant_id', '=', tenantId)

const named = (db: Db, access: TenantAccess, ids: readonly number[]) =>
  people(db, access)
    .where('p.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('p.id')

export const findPeople = (db: Db, access: TenantAccess, ids: readonly number[]) => named(db, access, ids).execute()
export type PersonRow = Awaited<ReturnType<typeof findPeople>>[number]

/** Held until the transaction ends: nobody is deleted while they are put into a group. */
export const lockPeople = (db: Db, access: TenantAccess, ids: readonly number[]) => named(db, access, ids).forShare('p').execute()

export const personView = ({ id, kind, name, email, first_name, picture }: PersonRow): UserGroupMember => ({
  id,
  kind: kind as UserGroupMember['kind'],
  email: email ?? name,
  username: name,
  firstName: first_name,
  picture,
})

/** One that is there, and of the whole tenant. */
export const requireGroup = async (db: Db, { tenantId }: TenantAccess, groupId: number): Promise<void> => {
  const found = await db
    .selectFrom('groups')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', 'is', null)
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!found) throw new Failure('group_not_found', `Group ${groupId} was not found among the groups of the whole tenant.`)
}

/** Newest members first; `member_id` is the place of a member in that order. */
export const listMembersBefore = (db: Db, access: TenantAccess, groupId: number, beforeId: number, limit: number) =>
  people(db, access)
    .innerJoin('user_group_members as m', (join) => join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.user_id', '=', 'p.id'))
    .select('m.id as member_id')
    .where('m.group_id', '=', groupId)
    .where('m.id', '<', beforeId)
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()
export type MemberRow = Awaited<ReturnType<typeof listMembersBefore>>[number]

/** Who of them was not in the group. */
export const addMembers = async (db: Db, { tenantId }: TenantAccess, groupId: number, userIds: readonly number[]): Promise<number[]> => {
  const added = await db
    .insertInto('user_group_members')
    .values(userIds.map((userId) => ({ tenant_id: tenantId, group_id: groupId, user_id: userId })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'group_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  return added.map((row) => row.user_id)
}

/** Who of them was in the group. */
export const removeMembers = async (db: Db, { tenantId }: TenantAccess, groupId: number, userIds: readonly number[]): Promise<number[]> => {
  const removed = await db
    .deleteFrom('user_group_members')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .where('user_id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .returning('user_id')
    .execute()
  return removed.map((row) => row.user_id)
}
