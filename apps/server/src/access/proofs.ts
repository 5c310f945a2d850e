import type { Action } from '@facet/contract'
import type { Context } from '#context'
import { Failure } from '#failure'
import { type Caller, deploymentsReached, isInDeploymentScope, mayAnywhere, mayInTenant, mayOnDeployment } from './caller.ts'

declare const proven: unique symbol

/** Says that a check was made. Queries take one, so a query without a check does not compile. */
export type TenantAccess = { readonly [proven]: 'tenant'; readonly tenantId: number; readonly caller: Caller }
export type DeploymentAccess = Omit<TenantAccess, typeof proven> & { readonly [proven]: 'deployment'; readonly deploymentId: number }

/** The deployments an operation may list: null = every one of the tenant. */
export type DeploymentsAccess = Omit<TenantAccess, typeof proven> & {
  readonly [proven]: 'deployments'
  readonly deploymentIds: number[] | null
}

const refused = (caller: Caller, action: Action): Failure =>
  new Failure(
    'forbidden',
    `This needs the action ${action}, which no role of ${caller.principalName} holds. Ask an administrator for a role that has it.`,
  )

const actionOf = (context: Context): Action | null => context.operation.action

/** Access to the tenant itself, for the operation's own action. An operation without one asks only who is calling. */
export const requireTenant = (context: Context): TenantAccess => {
  const { caller } = context
  const action = actionOf(context)
  if (action !== null && !mayInTenant(caller, action)) throw refused(caller, action)
  return { tenantId: caller.tenantId, caller } as TenantAccess
}

/** Access to one deployment. What a caller may not see is not there; what it sees but may not do is refused. */
export const requireDeployment = async (context: Context, deploymentId: number): Promise<DeploymentAccess> => {
  const { caller, db } = context
  if (!isInDeploymentScope(caller.scope, deploymentId))
    throw new Failure('outside_key_scope', `This API key is scoped to other deployments than ${deploymentId}.`)
  const found = await db
    .selectFrom('deployments')
    .select('id')
    .where('tenant_id', '=', caller.tenantId)
    .where('id', '=', deploymentId)
    .executeTakeFirst()
  if (!found || !mayOnDeployment(caller, 'DeploymentRead', deploymentId))
    throw new Failure('deployment_not_found', `Deployment ${deploymentId} was not found. The deployments list shows the ones you can use.`)
  const action = actionOf(context)
  if (action !== null && !mayOnDeployment(caller, action, deploymentId)) throw refused(caller, action)
  return { tenantId: caller.tenantId, caller, deploymentId } as DeploymentAccess
}

/** Access to whatever deployments the operation's action reaches; refused when it can reach none. */
export const requireDeployments = (context: Context): DeploymentsAccess => {
  const { caller } = context
  const action = actionOf(context) ?? 'DeploymentRead'
  if (!mayAnywhere(caller, action)) throw refused(caller, action)
  return { tenantId: caller.tenantId, caller, deploymentIds: deploymentsReached(caller, action) } as DeploymentsAccess
}
