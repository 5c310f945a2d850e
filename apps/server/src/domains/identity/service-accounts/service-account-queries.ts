import type { InTenant, TenantAccess } from '#access'
import { brokenConstraint, type Db, sql } from '#db'
import { Failure } from '#kernel/failure'

const accounts = (db: Db, access: TenantAccess) =>
  db
    .selectFrom('principals')
    .where('tenant_id', '=', access.tenantId)
    .where('kind', '=', 'service_account')
    .select(['id', 'name', 'created_at'])
    .select(
      sql<
        string[]
      >`coalesce((select array_agg(distinct r.name) from role_grants g join roles r on r.tenant_id = g.tenant_id and r.id = g.role_id
        where g.tenant_id = principals.tenant_id and g.principal_id = principals.id), '{}')`.as('roles'),
    )

export const listAccountsAfter = (db: Db, access: TenantAccess, afterId: number, limit: number) =>
  accounts(db, access).where('id', '>', afterId).orderBy('id').limit(limit).execute()
export type AccountRow = Awaited<ReturnType<typeof listAccountsAfter>>[number]

export const getAccount = (db: Db, access: TenantAccess, id: number) => accounts(db, access).where('id', '=', id).executeTakeFirstOrThrow()

export const insertAccount = async (db: Db, access: TenantAccess, name: string): Promise<number> => {
  try {
    const { id } = await db
      .insertInto('principals')
      .values({ tenant_id: access.tenantId, kind: 'service_account', name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (brokenConstraint(error) === 'principals_name_key')
      throw new Failure('service_account_name_taken', `A service account called "${name}" already exists. Choose another name.`, {
        cause: error,
      })
    throw error
  }
}

export const removeAccount = async (db: Db, access: TenantAccess, id: number): Promise<boolean> => {
  const removed = await db
    .deleteFrom('principals')
    .where('tenant_id', '=', access.tenantId)
    .where('kind', '=', 'service_account')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** What the owner of a key may do at most: the actions of its roles over the whole tenant. */
export const findOwnerActions = async (db: Db, access: InTenant, id: number): Promise<string[] | undefined> => {
  const account = await db
    .selectFrom('principals')
    .select('id')
    .where('tenant_id', '=', access.tenantId)
    .where('kind', '=', 'service_account')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!account) return undefined
  const rows = await db
    .selectFrom('role_grants')
    .innerJoin('roles', (join) => join.onRef('roles.tenant_id', '=', 'role_grants.tenant_id').onRef('roles.id', '=', 'role_grants.role_id'))
    .select('roles.actions')
    .where('role_grants.tenant_id', '=', access.tenantId)
    .where('role_grants.principal_id', '=', id)
    .execute()
  return rows.flatMap((row) => row.actions)
}
