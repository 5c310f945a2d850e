import type { Group } from '@facet/contract'
import type { GroupRow } from './group-queries.ts'

export const groupView = (row: GroupRow): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  userCount: row.user_count,
})
