import type { renewSession as contract } from '@facet/contract'
import type { EmbedGrant } from '#access'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { exchange, sessionItem, tokenFor } from './exchange.ts'
import { findPendingSession } from './session-queries.ts'

const mismatch = (what: string): Failure =>
  new Failure('session_mismatch', `The new session is for another ${what} than this token. Mint it for the same user, or reload the frame.`)

const requireSame = (
  embed: EmbedGrant,
  pending: { user_id: number; is_internal: boolean; embed_tenant_id: number; deployment_id: number },
): void => {
  if (pending.embed_tenant_id !== embed.embedTenantId) throw mismatch('embed tenant')
  if (pending.user_id !== embed.userId || pending.is_internal !== embed.isInternal) throw mismatch('user')
  if (pending.deployment_id !== embed.deploymentId) throw mismatch('deployment')
}

export const renewSession: Handler<typeof contract> = async ({ body }, context) => {
  const { embed } = context.caller
  if (!embed) throw new Error('Only an embed token gets here.')
  const item = sessionItem(context, body.sessionId)
  // Looked at before it is used: a session of someone else's is left to them. Whom it is for never changes.
  const pending = await context.read((db) => findPendingSession(db, item))
  if (pending) requireSame(embed, pending)
  return tokenFor(context, await exchange(context, item))
}
