import type { generateSession as contract, GenerateSession } from '@facet/contract'
import { requireTenant, type TenantAccess } from '#access'
import type { Context, Handler } from '#context'
import type { EmbedSettings, MintOutcome } from '#embed'
import { Failure } from '#failure'
import { findInternalUser } from './definition-queries.ts'
import { mintChanging } from './mint-changing.ts'
import { type Minting, mintItemOf } from './mint-item.ts'
import { deploymentNotFound, requireEmbedding, requireMintedDeployment, requireMinter } from './require-minter.ts'
import { catalogRequestOf, changesCatalog, nameProblems } from './session-names.ts'
import { failureFor, hasProblems, type SessionProblem } from './session-problem.ts'
import { requestProblems } from './session-rules.ts'

/** An unknown deployment is told before anything else that is wrong, without a look-up when nothing is. */
const refuse = async (context: Context, body: GenerateSession, problems: [SessionProblem, ...SessionProblem[]]): Promise<never> => {
  await requireMintedDeployment(context, body.deploymentId)
  throw failureFor(problems)
}

const internalUserNotFound = (body: GenerateSession): Failure =>
  new Failure('internal_user_not_found', `There is no active user "${body.internalId}" in this tenant. internalId is a username.`, {
    errors: [{ pointer: '/body/internalId', message: 'is not the username of an active user.' }],
  })

const mintingOf = async (context: Context, access: TenantAccess, body: GenerateSession, settings: EmbedSettings): Promise<Minting> => {
  const minting = {
    tenantId: access.tenantId,
    apiKeyId: context.caller.credentialId,
    userLimit: settings.externalUserLimit,
    internalId: null,
  }
  if (body.internalId == null) return minting
  await requireMintedDeployment(context, body.deploymentId)
  const user = await findInternalUser(context.db, access, body.internalId)
  if (!user) throw internalUserNotFound(body)
  return { ...minting, internalId: user.id }
}

/** Tries the batch; what it can not settle at once goes the way that waits. */
const mint = async (context: Context, access: TenantAccess, body: GenerateSession, minting: Minting): Promise<MintOutcome> => {
  const { embed, db } = context
  const request = catalogRequestOf(access.tenantId, body)
  let catalog = await embed.catalogs.get(request)
  let problems = nameProblems(body, catalog)
  if (hasProblems(problems) || changesCatalog(body, catalog)) {
    catalog = await embed.catalogs.reload(request)
    problems = nameProblems(body, catalog)
    if (hasProblems(problems)) return refuse(context, body, problems)
    if (changesCatalog(body, catalog)) return mintChanging(db, access, body, minting)
  }
  const first = await embed.minter.add(mintItemOf(body, catalog, minting))
  if (first.outcome !== 'stale' && first.outcome !== 'busy') return first
  // The catalog was changed, or is being changed this moment: look again, in a transaction that waits its turn.
  await embed.catalogs.reload(request)
  return mintChanging(db, access, body, minting)
}

const sessionIdOf = (outcome: MintOutcome, body: GenerateSession, settings: EmbedSettings): string => {
  switch (outcome.outcome) {
    case 'minted':
      return outcome.sessionId
    case 'no deployment':
      throw deploymentNotFound(body.deploymentId)
    case 'no user':
      throw internalUserNotFound(body)
    case 'limit':
      throw new Failure(
        'external_user_limit',
        `This tenant has reached its limit of ${settings.externalUserLimit} external users; "${body.externalId}" would be a new one. Existing users go on working. An administrator raises externalUserLimit in the tenant settings.`,
      )
    default:
      throw new Failure('service_unavailable', 'The catalogs are being changed. Repeat the request.', { retryAfterSeconds: 1 })
  }
}

export const generateSession: Handler<typeof contract> = async ({ body }, context) => {
  // Whether embedding is on is told to administrators only.
  requireTenant(context)
  const settings = await requireEmbedding(context)
  const access = requireMinter(context, body)
  const problems = requestProblems(body, settings)
  if (hasProblems(problems)) return refuse(context, body, problems)
  const outcome = await mint(context, access, body, await mintingOf(context, access, body, settings))
  return { sessionId: sessionIdOf(outcome, body, settings) }
}
