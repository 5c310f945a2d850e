import type { OperationShape } from '@facet/contract'
import { Failure } from '#kernel/failure'
import { type Caller, mayAnywhere, mayInTenant } from './caller.ts'
import {
  outsideDeployments,
  outsideEmbedTenants,
  outsideOperations,
  outsideOrigins,
  outsideSession,
  outsideTenant,
} from './outside-scope.ts'
import { refused } from './proofs.ts'
import { reachesPath } from './reach.ts'

type PathParams = Record<string, string | undefined>

const outsideOf = ({ credentialKind }: Caller, operation: OperationShape, { deploymentId, embedTenantName }: PathParams): Failure => {
  if (credentialKind === 'embed') return outsideSession(deploymentId ?? '')
  if (operation.reach === 'deployment') return outsideDeployments(deploymentId ?? '')
  if (operation.reach === 'embed_tenant' && embedTenantName !== undefined) return outsideEmbedTenants(embedTenantName)
  return outsideTenant(operation.id)
}

/** Where an action over some deployments is enough, which ones is asked when the deployment is looked at. */
const mayActSomewhere = (caller: Caller, { action, reach }: OperationShape): boolean =>
  action === null || (reach === 'deployment' || reach === 'caller' ? mayAnywhere(caller, action) : mayInTenant(caller, action))

/**
 * What can be said before the request is read: whether the credential, the key's scope and the roles allow the operation at all.
 * Whoever it is not for learns nothing from how its body is judged.
 */
export const requireMayCall = (caller: Caller, operation: OperationShape, params: PathParams, origin: string | undefined): void => {
  const { reach, credentialKind } = caller
  if (credentialKind && !operation.credentials.includes(credentialKind))
    throw new Failure('forbidden', `${operation.id} does not take ${credentialKind === 'embed' ? 'an embed token' : 'an API key'}.`)
  if (!reach.includes(operation)) throw outsideOperations(operation.id)
  if (!reachesPath(reach, operation, params)) throw outsideOf(caller, operation, params)
  if (reach.origins && origin !== undefined && !reach.origins.includes(origin)) throw outsideOrigins(origin)
  if (operation.action !== null && !mayActSomewhere(caller, operation)) throw refused(caller, operation.action)
}
