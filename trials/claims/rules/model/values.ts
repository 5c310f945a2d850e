import type { AttributeType, AttributeValue } from '@facet/contract'
import type { Rules } from './rules.ts'
import type { Attribute } from './state.ts'

const isList = (value: unknown, entries: 'string' | 'number'): boolean =>
  Array.isArray(value) && value.every((entry) => typeof entry === entries)

export const fits = (type: AttributeType, value: unknown): value is AttributeValue => {
  if (type === 'string_array') return isList(value, 'string')
  if (type === 'number_array') return isList(value, 'number')
  return typeof value === type && !Number.isNaN(value)
}

const asNumber = (text: string): unknown => (text.trim() === '' ? undefined : Number(text))

const entries = (text: string): unknown[] => {
  if (text.startsWith('[')) return JSON.parse(text) as unknown[]
  return text === '' ? [] : text.split(',').map((entry) => entry.trim())
}

/** A default is written as text: "of a list or a boolean: JSON, or a list separated by commas". */
const read = (type: AttributeType, text: string): unknown => {
  switch (type) {
    case 'string':
      return text
    case 'number':
      return asNumber(text)
    case 'boolean':
      return ['true', 'false'].includes(text) ? text === 'true' : undefined
    case 'string_array':
      return entries(text)
    case 'number_array':
      return entries(text).map((entry) => (typeof entry === 'string' ? asNumber(entry) : entry))
  }
}

export const defaultOf = (type: AttributeType, text: string | null): AttributeValue | undefined => {
  const value = text === null ? undefined : read(type, text)
  return fits(type, value) && !(Array.isArray(value) && value.some((entry) => Number.isNaN(entry))) ? value : undefined
}

/** The user's own value, else the default of the definition read by its type, else nothing. */
export const valueFor = (rules: Rules, attribute: Attribute, own: AttributeValue | undefined): AttributeValue | undefined => {
  if (own !== undefined || !rules.defaultsApply) return own
  if (!rules.defaultsAreTyped) return attribute.defaultValue ?? undefined
  return defaultOf(attribute.type, attribute.defaultValue)
}
