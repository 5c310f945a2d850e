import type { Updateable } from 'kysely'
import type { CallerAccess, InTenant, TenantAccess } from '#access'
import { brokenConstraint, type Database, type Db, sql } from '#db'
import { Failure } from '#kernel/failure'

type Said = string | null | undefined
export type NewUser = { email: string; username: string; firstName?: Said; externalId?: Said; picture?: Said }
export type UserChange = Omit<Updateable<Database['users']>, 'tenant_id' | 'id' | 'email' | 'external_id'>

const taken = (user: NewUser, error: unknown): unknown => {
  const fields: Record<string, string> = { principals_name_key: `username "${user.username}"`, users_email_key: `email "${user.email}"` }
  const field = fields[brokenConstraint(error) ?? '']
  return field ? new Failure('user_taken', `A user with the ${field} already exists. Choose another one.`, { cause: error }) : error
}

export const insertUser = async (db: Db, { tenantId }: InTenant, user: NewUser): Promise<number> => {
  const { email, username, firstName = null, externalId = null, picture = null } = user
  try {
    const { id } = await db
      .insertInto('principals')
      .values({ tenant_id: tenantId, kind: 'user', name: username })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('users')
      .values({ tenant_id: tenantId, id, email, first_name: firstName, external_id: externalId, picture })
      .execute()
    return id
  } catch (error) {
    throw taken(user, error)
  }
}

export const findUserByEmail = (db: Db, { tenantId }: InTenant, email: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()

export const setDeactivated = (db: Db, { tenantId }: InTenant, principalId: number, isDeactivated: boolean) =>
  db
    .updateTable('principals')
    .set({ is_deactivated: isDeactivated, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', principalId)
    .execute()

/** A principal as its owner and administrators see it; a service account has no user row beside it. */
const principals = (db: Db, { tenantId }: InTenant) =>
  db
    .selectFrom('principals as p')
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.id'))
    .leftJoinLateral(
      sql<{ roles: string[]; is_admin: boolean }>`(
        select coalesce(array_agg(distinct r.name), '{}') as roles, coalesce(bool_or(g.deployment_ids is null and 'All' = any (r.actions)), false) as is_admin
        from role_grants g join roles r on r.tenant_id = g.tenant_id and r.id = g.role_id
        where g.tenant_id = p.tenant_id and g.principal_id = p.id)`.as('granted'),
      (join) => join.onTrue(),
    )
    .where('p.tenant_id', '=', tenantId)
    .select(['p.id', 'p.name', 'p.is_deactivated', 'p.created_at', 'p.updated_at', 'granted.roles', 'granted.is_admin'])
    .select(['u.email', 'u.first_name', 'u.title', 'u.picture', 'u.external_id', 'u.last_login_at'])
    .select(['u.settings', 'u.notifications', 'u.tos_accepted'])

export const getOwnPrincipal = (db: Db, access: CallerAccess) =>
  principals(db, access).where('p.id', '=', access.caller.principalId).executeTakeFirstOrThrow()
export type UserRow = Awaited<ReturnType<typeof getOwnPrincipal>>

export const listUsersAfter = (db: Db, access: TenantAccess, afterId: number, limit: number) =>
  principals(db, access).where('p.kind', '=', 'user').where('p.id', '>', afterId).orderBy('p.id').limit(limit).execute()

export const getUser = async (db: Db, access: TenantAccess, id: number): Promise<UserRow> => {
  const row = await principals(db, access).where('p.kind', '=', 'user').where('p.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('user_not_found', `User ${id} was not found. The users list shows those of this tenant.`)
  return row
}

/** Holds these users for this transaction, in one order: whoever changes several must not wait for one who waits for it. */
export const lockUsers = (db: Db, { tenantId }: InTenant, ids: readonly number[]) =>
  db
    .selectFrom('principals')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

export const changeUser = async (db: Db, { tenantId }: InTenant, id: number, change: UserChange): Promise<void> => {
  await db.updateTable('principals').set({ updated_at: sql<Date>`now()` }).where('tenant_id', '=', tenantId).where('id', '=', id).execute()
  await db.updateTable('users').set(change).where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export const removeUser = (db: Db, { tenantId }: InTenant, id: number) =>
  db.deleteFrom('principals').where('tenant_id', '=', tenantId).where('kind', '=', 'user').where('id', '=', id).execute()
