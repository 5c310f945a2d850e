import { type AttributeType, type AttributeValue, attributeValueLimits } from '@facet/contract'

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

const parseNumber = (text: string): number | undefined => {
  const trimmed = text.trim()
  const number = decimal.test(trimmed) ? Number(trimmed) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

const parseBoolean = (text: string): boolean | undefined => {
  const trimmed = text.trim()
  return trimmed === 'true' || trimmed === 'false' ? trimmed === 'true' : undefined
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What starts with a bracket is meant as JSON: split at its commas, a slip in it would become odd entries instead of an error. */
const entriesOf = (text: string): unknown => {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) return parseJson(trimmed)
  return trimmed === '' ? [] : trimmed.split(',').map((entry) => entry.trim())
}

const parseNumbers = (text: string): unknown => {
  const entries = entriesOf(text)
  return Array.isArray(entries) ? entries.map((entry: unknown) => (typeof entry === 'string' ? parseNumber(entry) : entry)) : undefined
}

const parsers: Record<AttributeType, (text: string) => unknown> = {
  string: (text) => text,
  number: parseNumber,
  boolean: parseBoolean,
  string_array: entriesOf,
  number_array: parseNumbers,
}

const isListOf = (value: unknown, fits: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= attributeValueLimits.entries && value.every((entry) => fits(entry))
const isText = (value: unknown): boolean => typeof value === 'string'

const checks: Record<AttributeType, (value: unknown) => boolean> = {
  string: isText,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  string_array: (value) => isListOf(value, isText),
  number_array: (value) => isListOf(value, Number.isFinite),
}

const isOfType = (type: AttributeType, value: unknown): value is AttributeValue => checks[type](value)

export const fitsType = (type: AttributeType, value: AttributeValue): boolean => isOfType(type, value)

/** The value a default stands for, or nothing when the text is none of that type. */
export const parseDefault = (type: AttributeType, text: string): AttributeValue | undefined => {
  const value = parsers[type](text)
  return isOfType(type, value) ? value : undefined
}

/** The value as text for people, as a default of its type may be written. */
export const formatValue = (type: AttributeType, value: AttributeValue): string =>
  type.endsWith('_array') && Array.isArray(value) ? value.join(', ') : String(value)
