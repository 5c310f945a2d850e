import { embeddingDisabled, signEmbedToken, type TokenClaims } from '#access'
import type { RequestContext } from '#context'
import { type ExchangeItem, readSessionId } from '#engine/embed'
import { Failure } from '#kernel/failure'

export const sessionRevoked = (): Failure =>
  new Failure('session_revoked', 'The session was revoked, or what it was minted for was deleted. Mint a new one.')

const refusals = {
  unknown: () => new Failure('session_unknown', 'No session has this id. Send the sessionId exactly as generate-session answered it.'),
  expired: () =>
    new Failure(
      'session_expired',
      'The session has expired: it must be exchanged within five minutes of being minted, while the key that minted it is valid. Mint a new one for each page view.',
    ),
  used: () => new Failure('session_used', 'The session was exchanged before; each works once. Mint a new one for each page view.'),
  revoked: sessionRevoked,
  disabled: embeddingDisabled,
  frozen: () =>
    new Failure('minting_frozen', 'The operator has frozen embedding for this tenant. Try again later.', { retryAfterSeconds: 60 }),
} as const

const recordSecondUse = async ({ embed, caller, log }: RequestContext, item: ExchangeItem): Promise<void> => {
  const settings = await embed.settings.find(caller.tenantId, '')
  await embed
    .recordSecondUse(item, settings?.revokeOnSecondUse ?? false)
    // Without the setting the note is for the record only, and the refusal stands either way.
    .catch((error: unknown) => {
      if (settings?.revokeOnSecondUse) throw error
      log.warn({ err: error }, 'a second use of a session could not be recorded')
    })
}

export const sessionItem = (context: RequestContext, sessionId: string): ExchangeItem => {
  const reference = readSessionId(sessionId)
  if (!reference) throw refusals.unknown()
  return { ...reference, tenantId: context.caller.tenantId }
}

/** Uses the session up; only the first caller gets here what the others are refused. */
export const exchange = async (context: RequestContext, item: ExchangeItem): Promise<TokenClaims> => {
  const outcome = await context.embed.exchanger.add(item)
  if (outcome.outcome === 'exchanged') return outcome.grant
  if (outcome.outcome === 'used') await recordSecondUse(context, item)
  throw refusals[outcome.outcome]()
}

export const tokenFor = async (
  { signingKeys, caller }: RequestContext,
  grant: TokenClaims,
): Promise<{ token: string; expires_in: number }> => {
  const keys = await signingKeys.find(caller.tenantId, '')
  if (!keys) throw new Error('A tenant has signing keys.')
  return { token: signEmbedToken(caller.tenantId, keys, grant), expires_in: grant.expiresAt - grant.issuedAt }
}
