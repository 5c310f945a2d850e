import type { EmbedGroup, GroupNamespace } from '@facet/contract'
import type { GroupRow } from './embed-group-queries.ts'

export const embedGroupView = (row: GroupRow): EmbedGroup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  userCount: row.user_count,
  namespace: row.namespace as GroupNamespace,
})
