import type { FilterOperator } from '@facet/contract'
import type { Value } from './values.ts'

/** A filter as the data API takes it. */
export type QueryFilter = { member: string; operator: string; values?: string[] } | { and: QueryFilter[] } | { or: QueryFilter[] }

type Plain = Exclude<FilterOperator, 'is_empty' | 'is_not_empty' | 'between'>

const operators: Record<Plain, string> = {
  equals: 'equals',
  not_equals: 'notEquals',
  greater_than: 'gt',
  greater_than_or_equal: 'gte',
  less_than: 'lt',
  less_than_or_equal: 'lte',
  contains: 'contains',
  not_contains: 'notContains',
  starts_with: 'startsWith',
  not_starts_with: 'notStartsWith',
  ends_with: 'endsWith',
  not_ends_with: 'notEndsWith',
  is_null: 'notSet',
  is_not_null: 'set',
}

/** Those that mean something else of a time: a day, or words such as `last week`, are a range. */
const ofTimes: Partial<Record<Plain, string>> = {
  equals: 'inDateRange',
  not_equals: 'notInDateRange',
  greater_than: 'afterDate',
  greater_than_or_equal: 'afterOrOnDate',
  less_than: 'beforeDate',
  less_than_or_equal: 'beforeOrOnDate',
}

const day = /^\d{4}-\d{2}-\d{2}$/
/** The engine reads a day as its first moment; these operators mean its last one. */
const toEndOfDay: ReadonlySet<Plain> = new Set<Plain>(['greater_than', 'less_than_or_equal'])

const timeValue = (operator: Plain, value: string): string =>
  toEndOfDay.has(operator) && day.test(value) ? `${value}T23:59:59.999` : value

const isNumber = (value: Value): boolean =>
  typeof value === 'number' || (value !== '' && typeof value === 'string' && Number.isFinite(Number(value)))

const between = (member: string, values: readonly Value[], isTime: boolean): QueryFilter => {
  const texts = values.map(String)
  const [from = '', to = ''] = texts
  if (isTime || !values.every(isNumber)) return { member, operator: 'inDateRange', values: texts }
  return {
    and: [
      { member, operator: 'gte', values: [from] },
      { member, operator: 'lte', values: [to] },
    ],
  }
}

/** A range of the data API is one of days: several days are several of them. */
const onTimes = (member: string, operator: string, values: readonly string[]): QueryFilter => {
  const each = values.map((value): QueryFilter => ({ member, operator, values: [value] }))
  const [first] = each
  if (each.length === 1 && first) return first
  return operator === 'inDateRange' ? { or: each } : { and: each }
}

/** A filter of a dashboard in the words of the data API. Empty is what has no value or one without characters. */
export const queryFilterOf = (member: string, operator: FilterOperator, values: readonly Value[], isTime: boolean): QueryFilter => {
  switch (operator) {
    case 'is_null':
    case 'is_not_null':
      return { member, operator: operators[operator] }
    case 'is_empty':
      return {
        or: [
          { member, operator: 'notSet' },
          { member, operator: 'equals', values: [''] },
        ],
      }
    case 'is_not_empty':
      return {
        and: [
          { member, operator: 'set' },
          { member, operator: 'notEquals', values: [''] },
        ],
      }
    case 'between':
      return between(member, values, isTime)
    default: {
      const texts = values.map(String)
      const ofTime = isTime ? ofTimes[operator] : undefined
      if (ofTime === undefined) return { member, operator: operators[operator], values: texts }
      return onTimes(
        member,
        ofTime,
        texts.map((text) => timeValue(operator, text)),
      )
    }
  }
}
