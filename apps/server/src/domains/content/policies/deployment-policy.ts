import type { PolicyAction, ResourceType } from '@facet/contract'
import { type DeploymentAccess, requireDeployment } from '#access'
import type { Context } from '#context'
import { type DeploymentGrantee, listDeploymentPolicies, setDeploymentPolicy } from '#domains/identity/deployment-policies'
import { audited } from '#kernel/audit'

type Resource = { resourceType: ResourceType; resourceId: number }

export const isDeployment = ({ resourceType }: Resource): boolean => resourceType === 'Deployment'

/** Whoever may do everything to a deployment shares it. */
const requireSharer = (context: Context, { resourceId }: Resource): Promise<DeploymentAccess> =>
  requireDeployment({ ...context, operation: { ...context.operation, action: 'All' } }, resourceId)

export const readDeploymentPolicies = async (context: Context, resource: Resource) =>
  listDeploymentPolicies(context.db, await requireSharer(context, resource))

export const changeDeploymentPolicy = async <Kind extends 'user' | 'service_account' | 'group'>(
  context: Context,
  resource: Resource & { action?: PolicyAction | null | undefined },
  findGrantee: (access: DeploymentAccess) => Promise<DeploymentGrantee<Kind>>,
) => {
  const { db } = context
  const access = await requireSharer(context, resource)
  const grantee = await findGrantee(access)
  const did = await setDeploymentPolicy(db, access, grantee, resource.action)
  return audited(await listDeploymentPolicies(db, access), [{ kind: 'deployment', id: access.deploymentId, did }, ...grantee.named])
}
