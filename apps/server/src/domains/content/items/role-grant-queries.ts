import type { Grant } from '#access'
import type { Db } from '#db'

/**
 * What the roles of a user or service account allow, for a session that stands for them, whose token holds nothing of that, and to say what
 * they may do. Who is deactivated holds none.
 */
export const findRoleGrants = async (db: Db, tenantId: number, principalId: number): Promise<Grant[]> => {
  const rows = await db
    .selectFrom('role_grants as g')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'g.tenant_id').onRef('r.id', '=', 'g.role_id'))
    .innerJoin('principals as p', (join) => join.onRef('p.tenant_id', '=', 'g.tenant_id').onRef('p.id', '=', 'g.principal_id'))
    .select(['r.name as role', 'r.actions', 'g.deployment_ids as deploymentIds'])
    .where('g.tenant_id', '=', tenantId)
    .where('g.principal_id', '=', principalId)
    .where('p.is_deactivated', '=', false)
    .execute()
  return rows
}
