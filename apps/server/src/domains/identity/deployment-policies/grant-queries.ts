import type { DeploymentPolicyAction } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { type Db, sql } from '#db'
import type { DeploymentGrantee } from './grantee-queries.ts'

export const listGrants = (db: Db, { tenantId, deploymentId }: DeploymentAccess) =>
  db
    .selectFrom('deployment_grants as d')
    .leftJoin('groups as g', (join) => join.onRef('g.tenant_id', '=', 'd.tenant_id').onRef('g.id', '=', 'd.group_id'))
    .leftJoin('principals as p', (join) => join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.principal_id'))
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'd.tenant_id').onRef('u.id', '=', 'd.principal_id'))
    .select(['d.action', 'd.principal_id', 'd.group_id', 'g.name as group_name', 'p.name', 'u.email', 'u.first_name', 'u.picture'])
    .where('d.tenant_id', '=', tenantId)
    .where('d.deployment_id', '=', deploymentId)
    .orderBy('d.id')
    .execute()

export const countGrants = async (db: Db, { tenantId, deploymentId }: DeploymentAccess): Promise<number> => {
  const { count } = await db
    .selectFrom('deployment_grants')
    .select(sql<number>`count(*)`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirstOrThrow()
  return count
}

/** Removes the grant unless it is of this action. A change is a new row: what was taken away is recorded by its id. */
export const removeGrant = async (
  db: Db,
  { tenantId, deploymentId }: DeploymentAccess,
  { principalId, groupId }: DeploymentGrantee<string>,
  except?: DeploymentPolicyAction,
): Promise<boolean> => {
  const removed = await db
    .deleteFrom('deployment_grants')
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('grantee_id', '=', principalId ?? groupId ?? 0)
    .$if(except !== undefined, (query) => query.where('action', '<>', except ?? ''))
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

export const insertGrant = async (
  db: Db,
  { tenantId, deploymentId, caller }: DeploymentAccess,
  { principalId, groupId }: DeploymentGrantee<string>,
  granted: { action: DeploymentPolicyAction; actions: readonly string[] },
): Promise<boolean> => {
  const inserted = await db
    .insertInto('deployment_grants')
    .values({
      tenant_id: tenantId,
      deployment_id: deploymentId,
      principal_id: principalId,
      group_id: groupId,
      action: granted.action,
      actions: [...granted.actions],
      granted_by: caller.principalId,
    })
    .onConflict((conflict) => conflict.constraint('deployment_grants_grantee_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
