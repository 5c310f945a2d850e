import type { PolicyAction, ResourcePolicy } from '@facet/contract'
import { type DeploymentAccess, isAdministrator, mayInTenant } from '#access'
import type { Db } from '#db'
import { listGrants } from './grant-queries.ts'

type Row = Awaited<ReturnType<typeof listGrants>>[number]
type Shown = { people: boolean; groups: boolean }

const granteeOf = (row: Row, shown: Shown): Partial<ResourcePolicy> => {
  const { principal_id: userId, group_id: groupId } = row
  if (userId !== null)
    return {
      userId,
      user: shown.people
        ? { id: userId, email: row.email ?? row.name, firstName: row.first_name, picture: row.picture }
        : { id: userId, email: null },
    }
  if (groupId !== null) return { groupId, group: { id: groupId, name: shown.groups ? (row.group_name ?? '') : '', isSystem: false } }
  return {}
}

/** The policies of a deployment, in the order in which they were set. */
export const listDeploymentPolicies = async (
  db: Db,
  access: DeploymentAccess,
): Promise<{ items: ResourcePolicy[]; data: ResourcePolicy[] }> => {
  const { caller, deploymentId } = access
  const { isTenantWide } = caller.reach
  const shown = { people: isAdministrator(caller) && isTenantWide, groups: mayInTenant(caller, 'AIBIView') && isTenantWide }
  const items = (await listGrants(db, access)).map((row) => ({
    resourceType: 'Deployment' as const,
    resourceId: deploymentId,
    action: row.action as PolicyAction,
    isInherited: false,
    isOrganization: row.principal_id === null && row.group_id === null,
    ...granteeOf(row, shown),
  }))
  return { items, data: items }
}
