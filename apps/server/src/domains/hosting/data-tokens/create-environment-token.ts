import type { CreateEnvironmentTokenInput } from '@facet/contract'
import { requireDeployment, requireSafeContext } from '#access'
import type { Context } from '#context'
import { requireEnvironment } from '#domains/hosting/environments'
import { audited } from '#kernel/audit'
import { storeDataToken } from './data-token-queries.ts'
import { scopesOf } from './data-token-rules.ts'

const standardSeconds = 3600

type Input = { params: { deploymentId: number; environmentId: number }; body: CreateEnvironmentTokenInput }

/** What both kinds of token of an environment have in common. */
export const createEnvironmentToken = async (kind: 'environment' | 'meta_sync', { params, body }: Input, context: Context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const environment = await requireEnvironment(context.db, access, params.environmentId)
  requireSafeContext('/body/security_context', body.security_context)
  const stored = await storeDataToken(context.db, context.keyRing, access, {
    kind,
    environmentId: environment.id,
    scopes: scopesOf(kind, body.scopes),
    context: body.security_context,
    lifetimeSeconds: body.expires_in ?? standardSeconds,
  })
  return audited({ data: { ...stored, security_context: body.security_context } }, [
    { kind: 'environment', id: environment.id, did: 'updated' },
    { kind: 'deployment', id: access.deploymentId },
  ])
}
