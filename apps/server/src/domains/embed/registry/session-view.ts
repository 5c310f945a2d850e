import type { EmbedSession } from '@facet/contract'
import { Failure } from '#kernel/failure'
import type { SessionRow } from './registry-queries.ts'

export const sessionView = (row: SessionRow): EmbedSession => ({
  id: `${row.session_bucket}-${row.id}`,
  state: row.state,
  deploymentId: row.deployment_id,
  userId: row.user_id,
  // A user who was deleted since has no name left to show.
  username: row.username ?? '',
  isInternal: row.is_internal,
  embedTenantName: row.embed_tenant_name,
  apiKeyId: row.api_key_id,
  creatorMode: row.is_creator_mode,
  mintedAt: row.minted_at.toISOString(),
  exchangedAt: row.exchanged_at?.toISOString() ?? null,
  expiresAt: row.expires_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
})

const form = /^(\d{1,9})-(\d{1,16})$/

export const sessionNotFound = (id: string): Failure =>
  new Failure('session_not_found', `There is no embed session "${id}". GET /api/v1/embed/sessions lists those there are.`)

export const readRegistryId = (text: string): { bucket: number; id: number } => {
  const [, bucket, id] = form.exec(text) ?? []
  if (bucket === undefined || !Number.isSafeInteger(Number(id))) throw sessionNotFound(text)
  return { bucket: Number(bucket), id: Number(id) }
}
