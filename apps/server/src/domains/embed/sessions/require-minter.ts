import type { GenerateSession } from '@facet/contract'
import { embeddingDisabled, isWithin, reachesSessionsOf, requireSessions, type SessionsAccess } from '#access'
import type { Context, RequestContext } from '#context'
import type { EmbedSettings } from '#engine/embed'
import { Failure } from '#kernel/failure'

const outside = (message: string): Failure => new Failure('outside_key_scope', message)

/** Nobody mints more than they hold: the key must reach the deployment, the embed tenant and the kind of user. */
export const requireMinter = (context: RequestContext, body: GenerateSession): SessionsAccess => {
  const access = requireSessions(context)
  const { deploymentIds, isExternalOnly } = access.sessions
  if (!isWithin(deploymentIds, body.deploymentId)) throw outside(`This API key is scoped to other deployments than ${body.deploymentId}.`)
  if (!reachesSessionsOf(access.sessions, body.embedTenantName ?? null))
    throw outside(
      body.embedTenantName == null
        ? 'This API key mints for certain embed tenants only. Name one of them in embedTenantName.'
        : `This API key is scoped to other embed tenants than "${body.embedTenantName}".`,
    )
  if (isExternalOnly && body.internalId != null)
    throw outside(
      'A mint-only key, or one scoped to embed tenants, mints for external users. Send externalId, or use a key that is neither.',
    )
  return access
}

/** What the tenant has set about embedding, when it may be used at all. */
export const requireEmbedding = async ({ embed, caller }: RequestContext): Promise<EmbedSettings> => {
  const settings = await embed.settings.find(caller.tenantId, '')
  if (!settings) throw new Error('The tenant of a caller has settings.')
  if (!settings.embeddingEnabled) throw embeddingDisabled()
  if (settings.isFrozen)
    throw new Failure('minting_frozen', 'The operator has frozen embedding for this tenant. Try again later.', { retryAfterSeconds: 60 })
  return settings
}

/** What is asked before any problem of the request is told: whether the deployment is there. */
export const requireMintedDeployment = async ({ db, caller }: Pick<Context, 'db' | 'caller'>, deploymentId: number): Promise<void> => {
  const found = await db
    .selectFrom('deployments')
    .select('id')
    .where('tenant_id', '=', caller.tenantId)
    .where('id', '=', deploymentId)
    .executeTakeFirst()
  if (!found) throw deploymentNotFound(deploymentId)
}

export const deploymentNotFound = (deploymentId: number): Failure =>
  new Failure('deployment_not_found', `Deployment ${deploymentId} was not found. The deployments list shows the ones you can use.`)
