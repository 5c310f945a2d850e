import type { AttributeType, AttributeValue } from '@facet/contract'
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

/** Parses a default. Lists are JSON or separated by commas. */
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

/** The user's own value, or the default of the definition, parsed by its type. */
export const valueFor = (attribute: Attribute, own: AttributeValue | undefined): AttributeValue | undefined =>
  own ?? defaultOf(attribute.type, attribute.defaultValue)
