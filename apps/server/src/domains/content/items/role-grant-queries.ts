import type { Grant } from '#access'
import { type Db, sql } from '#db'

/**
 * What the roles of a user or service account, and policies on deployments, allow, for a session that stands for them, whose token holds nothing of that, and to say what
 * they may do. Who is deactivated holds none.
 */
export const findRoleGrants = async (db: Db, tenantId: number, principalId: number): Promise<Grant[]> => {
  const found = await db
    .selectFrom('principals')
    .select(sql<Grant[]>`facet_principal_grants(tenant_id, id)`.as('grants'))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', principalId)
    .where('is_deactivated', '=', false)
    .executeTakeFirst()
  return found?.grants ?? []
}
