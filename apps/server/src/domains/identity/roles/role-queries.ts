import { defaultRoles } from '@facet/contract'
import type { TenantAccess } from '#access'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'

type InTenant = Pick<TenantAccess, 'tenantId'>

/** The roles every tenant starts with. */
export const insertDefaultRoles = (db: Db, { tenantId }: InTenant) =>
  db
    .insertInto('roles')
    .values(Object.entries(defaultRoles).map(([name, actions]) => ({ tenant_id: tenantId, name, actions: [...actions] })))
    .execute()

export const getRole = async (db: Db, { tenantId }: InTenant, name: string) => {
  const role = await db
    .selectFrom('roles')
    .select(['id', 'name', 'actions'])
    .where('tenant_id', '=', tenantId)
    .where((where) => where(where.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  if (!role)
    throw new Failure('role_not_found', `There is no role "${name}". The standard ones are ${Object.keys(defaultRoles).join(', ')}.`)
  return role
}

export const grantRole = (db: Db, { tenantId }: InTenant, grant: { principalId: number; roleId: number; deploymentIds?: number[] }) =>
  db
    .insertInto('role_grants')
    .values({ tenant_id: tenantId, principal_id: grant.principalId, role_id: grant.roleId, deployment_ids: grant.deploymentIds ?? null })
    .execute()
