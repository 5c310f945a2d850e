import type { UserAttribute } from '@facet/contract'
import type { AttributeRow } from './user-attribute-queries.ts'

export const userAttributeView = (row: AttributeRow): UserAttribute => ({
  id: row.id,
  name: row.name,
  type: row.type,
  displayName: row.display_name,
  description: row.description,
  defaultValue: row.default_value,
  trusted: row.is_trusted,
})
