import { reachesSession, type SessionsAccess } from '#access'
import { Failure } from '#kernel/failure'

/** Whether the key may know of a session: one that mints for certain deployments and embed tenants knows of no other's. */
export const isInRegistryScope = (
  { caller }: SessionsAccess,
  session: { deployment_id: number; embed_tenant_name: string | null },
): boolean => reachesSession(caller.reach, session.deployment_id, session.embed_tenant_name)

type Subject = { deploymentId?: number | null | undefined; embedTenantName?: string | null | undefined }

/** Of several sessions at once, all must lie within: a user, an embed tenant or a key may have sessions on other deployments as well. */
export const requireRegistryScope = ({ sessions }: SessionsAccess, { deploymentId, embedTenantName }: Subject): void => {
  const { deploymentIds, embedTenants } = sessions
  const isOnOwn = deploymentIds === null || (deploymentId != null && deploymentIds.includes(deploymentId))
  const isInOwn = embedTenants === null || (embedTenantName != null && embedTenants.includes(embedTenantName.toLowerCase()))
  if (isOnOwn && isInOwn) return
  if (deploymentIds && embedTenants)
    throw new Failure('outside_key_scope', 'This API key is scoped to deployments and to embed tenants. Revoke its sessions one by one.')
  throw new Failure(
    'outside_key_scope',
    `This API key is scoped to ${deploymentIds ? 'deployments. Name one of them in deploymentId' : 'embed tenants. Name one of them in embedTenantName'}.`,
  )
}
