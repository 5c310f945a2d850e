import type { Action, OperationShape } from '@facet/contract'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { type Caller, deploymentsReached, mayAnywhere, mayInTenant, mayOnDeployment } from './caller.ts'
import { outsideDeployments, outsideTenant } from './outside-scope.ts'
import { isWithin, type KeyReach } from './reach.ts'

/** What a check looks at: who is calling, and the operation, which names the action that is needed. */
export type AccessContext = { caller: Caller; operation: OperationShape }

declare const proven: unique symbol

/**
 * Says that a check was made of the caller's roles and of every dimension of its key's scope. Queries take the proof of what
 * they touch, so a query without its check does not compile.
 */
type Proof<Of extends string> = { readonly [proven]: Of; readonly tenantId: number; readonly caller: Caller }

/** The tenant as a whole. */
export type TenantAccess = Proof<'tenant'>

/** The caller's own: every credential has that. What it sees beyond is for the query to work out from the caller. */
export type CallerAccess = Proof<'caller'>

export type DeploymentAccess = Proof<'deployment'> & { readonly deploymentId: number }

/** The deployments an operation may list: null = every one of the tenant. */
export type DeploymentsAccess = Proof<'deployments'> & { readonly deploymentIds: readonly number[] | null }

/** Embed tenants by name, with their users and catalogs: null = every one of the tenant. */
export type EmbedTenantsAccess = Proof<'embed_tenants'> & { readonly embedTenants: readonly string[] | null }

/** Embed sessions, each of one deployment and one embed tenant. */
export type SessionsAccess = Proof<'sessions'> & { readonly sessions: KeyReach['sessions'] }

/** For what needs the tenant alone: where its settings are, or its locks. */
export type InTenant = { readonly tenantId: number }

export const refused = (caller: Caller, action: Action): Failure =>
  new Failure(
    'forbidden',
    `This needs the action ${action}, which no role of ${caller.principalName} holds. Ask an administrator for a role that has it.`,
  )

const actionOf = (context: Pick<AccessContext, 'operation'>): Action | null => context.operation.action

/** What needs the operation's action over the whole tenant. An operation without one asks only who is calling. */
const requireInTenant = (context: AccessContext): { tenantId: number; caller: Caller } => {
  const { caller } = context
  const action = actionOf(context)
  if (action !== null && !mayInTenant(caller, action)) throw refused(caller, action)
  return { tenantId: caller.tenantId, caller }
}

export const requireCaller = (context: AccessContext): CallerAccess => requireInTenant(context) as CallerAccess

export const requireTenant = (context: AccessContext): TenantAccess => {
  const found = requireInTenant(context)
  if (!found.caller.reach.isTenantWide) throw outsideTenant(context.operation.id)
  return found as TenantAccess
}

export const requireEmbedTenants = (context: AccessContext): EmbedTenantsAccess => {
  const found = requireInTenant(context)
  return { ...found, embedTenants: found.caller.reach.embedTenants } as EmbedTenantsAccess
}

export const requireSessions = (context: AccessContext): SessionsAccess => {
  const found = requireInTenant(context)
  return { ...found, sessions: found.caller.reach.sessions } as SessionsAccess
}

export const deploymentNotFound = (deploymentId: number): Failure =>
  new Failure('deployment_not_found', `Deployment ${deploymentId} was not found. The deployments list shows the ones you can use.`)

/** Access to one deployment. What a caller may not see is not there; what it sees but may not do is refused. */
export const requireDeployment = async (context: AccessContext & { db: Db }, deploymentId: number): Promise<DeploymentAccess> => {
  const { caller, db } = context
  if (!isWithin(caller.reach.deploymentIds, deploymentId)) throw outsideDeployments(deploymentId)
  const found = await db
    .selectFrom('deployments')
    .select('id')
    .where('tenant_id', '=', caller.tenantId)
    .where('id', '=', deploymentId)
    .executeTakeFirst()
  if (!found || !mayOnDeployment(caller, 'DeploymentRead', deploymentId)) throw deploymentNotFound(deploymentId)
  const action = actionOf(context)
  if (action !== null && !mayOnDeployment(caller, action, deploymentId)) throw refused(caller, action)
  return { tenantId: caller.tenantId, caller, deploymentId } as DeploymentAccess
}

/** Access to whatever deployments the operation's action reaches; refused when it can reach none. */
export const requireDeployments = (context: AccessContext): DeploymentsAccess => {
  const { caller } = context
  const action = actionOf(context) ?? 'DeploymentRead'
  if (!mayAnywhere(caller, action)) throw refused(caller, action)
  return { tenantId: caller.tenantId, caller, deploymentIds: deploymentsReached(caller, action) } as DeploymentsAccess
}
