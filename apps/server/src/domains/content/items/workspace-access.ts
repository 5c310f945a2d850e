import { type DeploymentAccess, mayOnDeployment, requireDeployment } from '#access'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { consoleIdentity, creatorIdentity, type Identity, sharedIdentity, viewerIdentity, type WorkspaceContext } from './identities.ts'
import { evenCaps, type LevelCaps, levels, roleCaps, type RoleHolder, viewCaps } from './levels.ts'
import { findRoleGrants } from './role-grant-queries.ts'

/** The console's workspace of a deployment. That of an embed tenant has the id of the embed tenant in its place. */
export const consoleWorkspace = 0

/** Says which workspace of a deployment the caller is in, as whom, and what the caller's roles allow there at most. */
export type WorkspaceAccess = DeploymentAccess & {
  readonly embedTenantId: number
  readonly identity: Identity
  readonly caps: LevelCaps
  /** Whether every item of the workspace is the caller's to manage. */
  readonly isAdministrator: boolean
  /** Whom views and favourites are kept for, and whom new items belong to. */
  readonly personId: number
}

const workspaceOf = (
  access: DeploymentAccess,
  personId: number,
  rest: Pick<WorkspaceAccess, 'embedTenantId' | 'identity' | 'caps' | 'isAdministrator'>,
): WorkspaceAccess => ({ ...access, personId, ...rest })

/**
 * The workspace that a caller works in: the console's for keys, that of their embed tenant for sessions in creator mode. Asks for the
 * operation's action on the deployment.
 */
export const requireWorkspace = async (context: WorkspaceContext, deploymentId: number): Promise<WorkspaceAccess> => {
  const access = await requireDeployment(context, deploymentId)
  const { caller } = access
  if (!caller.embed)
    return workspaceOf(access, caller.principalId, {
      embedTenantId: consoleWorkspace,
      identity: await consoleIdentity(context.db, caller.tenantId, caller.principalId),
      caps: roleCaps(caller, deploymentId),
      isAdministrator: mayEverything(caller, deploymentId),
    })
  const { embedTenantId, isCreatorMode, isInternal, userId } = caller.embed
  if (!isCreatorMode || isInternal || embedTenantId === 0)
    throw new Failure(
      'forbidden',
      `${context.operation.id} takes the embed token of a session with creatorMode of an embed tenant, and this one is of another kind.`,
    )
  return workspaceOf(access, userId, {
    embedTenantId,
    identity: await creatorIdentity(context.db, caller.tenantId, userId, embedTenantId),
    caps: evenCaps(levels.full),
    isAdministrator: false,
  })
}

const mayEverything = ({ grants }: RoleHolder, deploymentId: number): boolean =>
  grants.some((grant) => grant.actions.includes('All') && (grant.deploymentIds === null || grant.deploymentIds.includes(deploymentId)))

/** What of the console's workspace is shared with all embed users, or with those of the caller's embed tenant: to view. The same for all of them. */
export const requireSharedWorkspace = async (context: WorkspaceContext, deploymentId: number): Promise<WorkspaceAccess> => {
  const access = await requireDeployment(context, deploymentId)
  const { caller } = access
  return workspaceOf(access, caller.embed?.userId ?? caller.principalId, {
    embedTenantId: consoleWorkspace,
    identity: sharedIdentity(caller.embed?.embedTenantId ?? 0),
    caps: evenCaps(levels.view),
    isAdministrator: false,
  })
}

/** The same workspace as every embed user sees it, whoever they are. */
export const asAnyEmbedUser = (workspace: WorkspaceAccess): WorkspaceAccess => ({
  ...workspace,
  isAdministrator: false,
  identity: sharedIdentity(0),
})

/**
 * The console's workspace as the user of an embed token may view it, one dashboard at a time. Keys have their own rights there, and a session
 * of an internal user has those of the user, as far as viewing goes.
 */
export const requireViewedWorkspace = async (context: WorkspaceContext, deploymentId: number): Promise<WorkspaceAccess> => {
  const { db, caller } = context
  if (!caller.embed) return requireWorkspace(context, deploymentId)
  const { userId, isInternal } = caller.embed
  const access = await requireDeployment(context, deploymentId)
  const user = isInternal ? { grants: await findRoleGrants(db, caller.tenantId, userId) } : null
  return workspaceOf(access, userId, {
    embedTenantId: consoleWorkspace,
    identity: await viewerIdentity(db, caller.tenantId, caller.embed),
    caps: user ? viewCaps(roleCaps(user, deploymentId)) : evenCaps(levels.view),
    isAdministrator: user !== null && mayEverything(user, deploymentId),
  })
}

/**
 * The same workspace as somebody else of it finds it, to say what they may do: a user or service account by their roles in the
 * console's, a creator in that of an embed tenant. Nothing is done in their name.
 */
export const workspaceAs = async (db: Db, workspace: WorkspaceAccess, personId: number): Promise<WorkspaceAccess> => {
  const { tenantId, deploymentId, embedTenantId } = workspace
  if (embedTenantId !== consoleWorkspace)
    return {
      ...workspace,
      personId,
      identity: await creatorIdentity(db, tenantId, personId, embedTenantId),
      caps: evenCaps(levels.full),
      isAdministrator: false,
    }
  const roles = { grants: await findRoleGrants(db, tenantId, personId) }
  return {
    ...workspace,
    personId,
    identity: await consoleIdentity(db, tenantId, personId),
    caps: mayOnDeployment(roles, 'DeploymentRead', deploymentId) ? roleCaps(roles, deploymentId) : evenCaps(levels.none),
    isAdministrator: mayEverything(roles, deploymentId),
  }
}

/** The workspace as it would be to a role that holds everything and administers nothing: what grants alone give. */
export const byGrantsAlone = (workspace: WorkspaceAccess): WorkspaceAccess => ({
  ...workspace,
  caps: evenCaps(levels.full),
  isAdministrator: false,
})
