import type { TenantAccess } from '#access'
import { type Db, sql } from '#db'

type InTenant = Pick<TenantAccess, 'tenantId'>

export const insertUser = async (db: Db, { tenantId }: InTenant, user: { email: string; username: string }): Promise<number> => {
  const { id } = await db
    .insertInto('principals')
    .values({ tenant_id: tenantId, kind: 'user', name: user.username })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('users').values({ tenant_id: tenantId, id, email: user.email }).execute()
  return id
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

/** The caller's own record; a service account has no user row beside its principal. */
export const getOwnPrincipal = (db: Db, { tenantId, caller }: TenantAccess) =>
  db
    .selectFrom('principals')
    .leftJoin('users', (join) => join.onRef('users.tenant_id', '=', 'principals.tenant_id').onRef('users.id', '=', 'principals.id'))
    .select(['principals.id', 'principals.name', 'principals.is_deactivated', 'principals.created_at', 'principals.updated_at'])
    .select(['users.email', 'users.first_name', 'users.title', 'users.picture', 'users.external_id'])
    .where('principals.tenant_id', '=', tenantId)
    .where('principals.id', '=', caller.principalId)
    .executeTakeFirstOrThrow()
