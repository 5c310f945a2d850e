import { contentLimits, type DeploymentPolicyAction, deploymentPolicyActions, type PolicyAction } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { countGrants, insertGrant, removeGrant } from './grant-queries.ts'
import type { DeploymentGrantee } from './grantee-queries.ts'

const isDeploymentAction = (action: PolicyAction): action is DeploymentPolicyAction => Object.hasOwn(deploymentPolicyActions, action)

/** Replaces what the grantee was granted, or ends it where no action is given. Returns what that did to the deployment. */
export const setDeploymentPolicy = async (
  db: Db,
  access: DeploymentAccess,
  grantee: DeploymentGrantee<string>,
  action: PolicyAction | null | undefined,
): Promise<'shared' | 'unshared' | 'unchanged'> => {
  if (action == null) return (await removeGrant(db, access, grantee)) ? 'unshared' : 'unchanged'
  if (!isDeploymentAction(action))
    throw new Failure(
      'policy_action_invalid',
      `${action} is not an action of a Deployment. Send one of ${Object.keys(deploymentPolicyActions).join(', ')}, or none to end the policy.`,
    )
  await removeGrant(db, access, grantee, action)
  if (!(await insertGrant(db, access, grantee, { action, actions: deploymentPolicyActions[action] }))) return 'unchanged'
  if ((await countGrants(db, access)) > contentLimits.grants)
    throw new Failure(
      'grant_limit',
      `Deployment ${access.deploymentId} has ${contentLimits.grants} policies, which is the limit. Grant the action to a group instead.`,
    )
  return 'shared'
}
