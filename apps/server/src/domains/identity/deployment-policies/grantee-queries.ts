import type { DeploymentAccess } from '#access'
import type { Db } from '#db'

/** Neither id: the whole organization. `named` is how an audit entry names it. */
export type DeploymentGrantee<Kind extends string = 'user' | 'service_account' | 'group'> = {
  principalId: number | null
  groupId: number | null
  named: readonly { kind: Kind; id: number }[]
}

export const organization: DeploymentGrantee<never> = { principalId: null, groupId: null, named: [] }

/** Locked, so that it is not deleted before the grant is stored. */
export const findUserGrantee = async (
  db: Db,
  { tenantId }: DeploymentAccess,
  id: number,
): Promise<DeploymentGrantee<'user' | 'service_account'> | undefined> => {
  const found = await db
    .selectFrom('principals')
    .select('kind')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return found && { principalId: id, groupId: null, named: [{ kind: found.kind === 'user' ? 'user' : 'service_account', id }] }
}

/** A group of the whole tenant: those of embed tenants hold nobody who works on a deployment. */
export const findGroupGrantee = async (
  db: Db,
  { tenantId }: DeploymentAccess,
  id: number,
): Promise<DeploymentGrantee<'group'> | undefined> => {
  const found = await db
    .selectFrom('groups')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('embed_tenant_id', 'is', null)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return found && { principalId: null, groupId: id, named: [{ kind: 'group', id }] }
}
