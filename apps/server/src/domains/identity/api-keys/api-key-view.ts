import type { ApiKey } from '@facet/contract'
import type { KeyRow } from './api-key-queries.ts'

export const apiKeyView = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  ownerId: row.principal_id,
  ownerKind: row.kind as ApiKey['ownerKind'],
  hint: row.hint,
  scope: row.scope,
  createdAt: row.created_at.toISOString(),
  createdByKeyId: row.created_by_key_id,
  expiresAt: row.expires_at?.toISOString() ?? null,
})
