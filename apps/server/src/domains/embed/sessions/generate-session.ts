import type { generateSession as contract, GenerateSession } from '@facet/contract'
import { requireSessions, type SessionsAccess } from '#access'
import type { ChangingContext, Handler } from '#context'
import type { EmbedSettings, MintOutcome } from '#engine/embed'
import { Failure } from '#kernel/failure'
import { findInternalUser } from './definition-queries.ts'
import { mintChanging } from './mint-changing.ts'
import { type Minting, mintItemOf } from './mint-item.ts'
import { refuse } from './refuse-session.ts'
import { deploymentNotFound, requireEmbedding, requireMintedDeployment, requireMinter } from './require-minter.ts'
import { catalogRequestOf, changesCatalog, nameProblems } from './session-names.ts'
import { hasProblems } from './session-problem.ts'
import { requestProblems } from './session-rules.ts'

const internalUserNotFound = (body: GenerateSession): Failure =>
  new Failure('internal_user_not_found', `There is no active user "${body.internalId}" in this tenant. internalId is a username.`, {
    errors: [{ pointer: '/body/internalId', message: 'is not the username of an active user.' }],
  })

const mintingOf = async (
  context: ChangingContext,
  access: SessionsAccess,
  body: GenerateSession,
  settings: EmbedSettings,
): Promise<Minting> => {
  const minting = {
    tenantId: access.tenantId,
    apiKeyId: context.caller.credentialId,
    userLimit: settings.externalUserLimit,
    internalId: null,
  }
  const { internalId } = body
  if (internalId == null) return minting
  const user = await context.read(async (db) => {
    await requireMintedDeployment({ ...context, db }, body.deploymentId)
    return findInternalUser(db, access, internalId)
  })
  if (!user) throw internalUserNotFound(body)
  return { ...minting, internalId: user.id }
}

/**
 * Mints in a batch, over connections on which nobody waits: by what memory says of the catalogs, and if that will not do, by
 * what the database says. Nothing when it takes a transaction of its own: a catalog has to change first, or is held.
 */
const mintAtOnce = async (
  context: ChangingContext,
  access: SessionsAccess,
  body: GenerateSession,
  minting: Minting,
): Promise<MintOutcome | undefined> => {
  const { catalogs, minter } = context.embed
  const request = catalogRequestOf(access.tenantId, body)
  for (const look of [catalogs.get, catalogs.reload]) {
    const catalog = await look(request)
    if (!catalog) return undefined
    const problems = nameProblems(body, catalog)
    if (hasProblems(problems) || changesCatalog(body, catalog)) {
      if (look === catalogs.get) continue
      return hasProblems(problems) ? context.read((db) => refuse({ ...context, db }, body, problems)) : undefined
    }
    const minted = await minter.add(mintItemOf(body, catalog, minting))
    if (minted.outcome !== 'stale' && minted.outcome !== 'busy') return minted
  }
  return undefined
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
  requireSessions(context)
  const settings = await requireEmbedding(context)
  const access = requireMinter(context, body)
  const problems = requestProblems(body, settings)
  if (hasProblems(problems)) return context.read((db) => refuse({ ...context, db }, body, problems))
  const minting = await mintingOf(context, access, body, settings)
  const outcome = await mintAtOnce(context, access, body, minting)
  if (outcome) return { sessionId: sessionIdOf(outcome, body, settings) }
  // Judged before it is committed: what does not end in a session leaves nothing behind.
  const { value } = await context.effect(async (db) => ({
    sessionId: sessionIdOf(await mintChanging({ ...context, db }, access, body, minting), body, settings),
  }))
  return value
}
