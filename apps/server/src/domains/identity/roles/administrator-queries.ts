import type { TenantAccess } from '#access'
import { type Db, sql } from '#db'

type InTenant = Pick<TenantAccess, 'tenantId'>

/**
 * Taken before anybody stops being an administrator, so that of two who would be the last to go one sees the other gone.
 * Grants of the role go on meanwhile: they can only add.
 */
export const lockAdministrators = (db: Db, { tenantId }: InTenant) =>
  db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('actions', '@>', sql<string[]>`array['All']`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Whether some active person besides this one is an administrator; service accounts are nobody who could let others in again. */
export const hasOtherAdministrator = async (db: Db, { tenantId }: InTenant, principalId: number): Promise<boolean> => {
  const other = await db
    .selectFrom('role_grants as g')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'g.tenant_id').onRef('r.id', '=', 'g.role_id'))
    .innerJoin('principals as p', (join) => join.onRef('p.tenant_id', '=', 'g.tenant_id').onRef('p.id', '=', 'g.principal_id'))
    .select('p.id')
    .where('g.tenant_id', '=', tenantId)
    .where('g.deployment_ids', 'is', null)
    .where('r.actions', '@>', sql<string[]>`array['All']`)
    .where('p.kind', '=', 'user')
    .where('p.is_deactivated', '=', false)
    .where('p.id', '!=', principalId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Takes every grant that makes an administrator of the whole tenant; one over some deployments stays. */
export const withdrawAdministration = (db: Db, { tenantId }: InTenant, principalId: number) =>
  db
    .deleteFrom('role_grants')
    .where('tenant_id', '=', tenantId)
    .where('principal_id', '=', principalId)
    .where('deployment_ids', 'is', null)
    .where('role_id', 'in', (from) =>
      from.selectFrom('roles').select('id').where('tenant_id', '=', tenantId).where('actions', '@>', sql<string[]>`array['All']`),
    )
    .execute()
