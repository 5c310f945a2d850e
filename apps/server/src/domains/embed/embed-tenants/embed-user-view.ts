import type { EmbedUser } from '@facet/contract'
import type { EmbedUserRow } from './embed-user-queries.ts'

export const embedUserView = (row: EmbedUserRow): EmbedUser => ({
  id: row.id,
  username: row.external_id,
  externalId: row.external_id,
  email: row.email,
  firstName: row.display_name,
  createdAt: row.created_at.toISOString(),
})
