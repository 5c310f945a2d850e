import type { AttributeValue, UserAttributeValue } from '@facet/contract'
import { formatValue, parseDefault } from '#domains/identity/user-attributes'
import type { DefinitionRow } from './user-attribute-value-queries.ts'

/** What holds for the user: its own value, else the default of the definition. */
export const userAttributeValueView = (userId: number, definition: DefinitionRow, own: AttributeValue | null): UserAttributeValue => {
  const { type } = definition
  const byDefault = definition.default_value === null ? null : (parseDefault(type, definition.default_value) ?? null)
  const value = own ?? byDefault
  return {
    userId,
    userAttributeId: definition.id,
    name: definition.name,
    type,
    displayName: definition.display_name,
    description: definition.description,
    value,
    formattedValue: value === null ? null : formatValue(type, value),
  }
}
