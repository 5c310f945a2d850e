import { memberIn } from '#domains/content/members'
import { filteredIn, type ReportQuery, timeDimensionsIn } from './report-query.ts'
import { localMillisecondsOf } from './table.ts'
import { isObject } from './values.ts'

/** A range of time, both ends included. Null: no limit on that side. */
export type TimeBounds = { from: number | null; to: number | null }

/** Conditions that exclude each other leave no time at all. */
export const isEmpty = ({ from, to }: TimeBounds): boolean => from !== null && to !== null && from > to

const unlimited: TimeBounds = { from: null, to: null }
const lastMillisecondOfDay = 86_400_000 - 1

const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)
const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
const intersect = (one: TimeBounds, other: TimeBounds): TimeBounds => ({
  from: latest(one.from, other.from),
  to: earliest(one.to, other.to),
})

const intersectAll = (all: readonly (TimeBounds | null)[]): TimeBounds | null =>
  all.reduce((sum, one) => (sum && one ? intersect(sum, one) : null), unlimited)

/** Null where the range is in words, such as `last week`, or names a time zone. */
const boundsOfRange = (range: unknown): TimeBounds | null => {
  const [first, last = first, ...more] = Array.isArray(range) ? (range as unknown[]) : [range]
  const [from, to] = [localMillisecondsOf(first), localMillisecondsOf(last)]
  if (from === null || to === null || more.length > 0) return null
  return { from, to: String(last).length === 10 ? to + lastMillisecondOfDay : to }
}

const boundsOfOperator = (operator: unknown, values: unknown): TimeBounds | null => {
  if (operator === 'set') return unlimited
  if (operator === 'inDateRange') return boundsOfRange(values)
  const [value, ...more] = Array.isArray(values) ? (values as unknown[]) : []
  const at = localMillisecondsOf(value)
  if (at === null || more.length > 0) return null
  switch (operator) {
    case 'afterDate':
      return { from: at + 1, to: null }
    case 'afterOrOnDate':
      return { from: at, to: null }
    case 'beforeDate':
      return { from: null, to: at - 1 }
    case 'beforeOrOnDate':
      return { from: null, to: at }
    default:
      return null
  }
}

const boundsOfFilter = (filter: unknown, time: string): TimeBounds | null => {
  if (!isObject(filter) || !filteredIn({ filters: [filter] }).has(time)) return unlimited
  if (Array.isArray(filter['and'])) return intersectAll(filter['and'].map((one) => boundsOfFilter(one, time)))
  const isPlain = (filter['member'] ?? filter['dimension']) === time
  return isPlain ? boundsOfOperator(filter['operator'], filter['values']) : null
}

/** The range of a time that all conditions of a query leave; null where one of them cannot be read, so that the range is not known. */
export const timeBoundsOf = (query: ReportQuery, member: string): TimeBounds | null => {
  const time = memberIn(member)
  if (time === null) return unlimited
  const ranges = timeDimensionsIn(query).filter(({ dimension, dateRange }) => dimension === time && dateRange !== undefined)
  const filters = Array.isArray(query['filters']) ? (query['filters'] as unknown[]) : []
  return intersectAll([
    ...ranges.map(({ dateRange }) => boundsOfRange(dateRange)),
    ...filters.map((filter) => boundsOfFilter(filter, time)),
  ])
}
