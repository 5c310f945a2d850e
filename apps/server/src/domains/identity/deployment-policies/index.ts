/** Policies on deployments: what users, groups and the whole organization may do to one deployment, beside their roles. */
export { type DeploymentGrantee, findGroupGrantee, findUserGrantee, organization } from './grantee-queries.ts'
export { listDeploymentPolicies } from './list-deployment-policies.ts'
export { setDeploymentPolicy } from './set-deployment-policy.ts'
