import { queryingLimits } from '@facet/contract'

export type Value = string | number | boolean

const isValue = (value: unknown): value is Value =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value.length <= queryingLimits.valueCharacters)

/** What a value says, as a list; empty where it says nothing. Those that could not be sent are no values either. */
export const valuesIn = (value: unknown): Value[] =>
  (Array.isArray(value) ? value.slice(0, queryingLimits.values) : [value]).filter((one) => isValue(one))

/** All that a value says, as a list; empty where it says nothing. */
export const saidIn = (value: unknown): unknown[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one) => one !== undefined && one !== null && one !== '')

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
