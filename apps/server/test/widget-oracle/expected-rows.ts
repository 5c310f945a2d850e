import { clampedEarlierDay, dayBefore, earlierDay, nextDay, periodsBetween } from './calendar.ts'
import type { Days, Filter, Grain, Measure, Offset, RandomReport, RandomRequest } from './random-case.ts'

export type Query = (sql: string, values: unknown[]) => Promise<Record<string, unknown>[]>
/** Values of measures by the key of their row. */
export type Rows = Map<string, Record<string, unknown>>

const sqlOf: Record<Measure, string> = { count: 'count(*)', total: 'sum(amount)', average: 'avg(amount)', biggest: 'max(amount)' }
export const isAdditive: Record<Measure, boolean> = { count: true, total: true, average: false, biggest: false }

export const keyOf = (dimensions: unknown[], period: string | null): string => JSON.stringify([dimensions, period])

/** The days that a condition leaves, both included; open where null. Null: they are not one range. */
export type Range = { from: string | null; to: string | null }

export const rangeOfFilter = ({ operator, values: [first = '', last = first] }: Filter): Range | null => {
  switch (operator) {
    case 'equals':
    case 'between':
      return { from: first, to: last }
    case 'less_than':
      return { from: null, to: dayBefore(first) }
    case 'less_than_or_equal':
      return { from: null, to: first }
    case 'greater_than':
      return { from: nextDay(first), to: null }
    case 'greater_than_or_equal':
      return { from: first, to: null }
    default:
      return null
  }
}

const later = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : ([one, other].toSorted()[1] ?? null)
const earlier = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : ([one, other].toSorted()[0] ?? null)

export const intersection = (ranges: readonly Range[]): Range =>
  ranges.reduce((sum, { from, to }) => ({ from: later(sum.from, from), to: earlier(sum.to, to) }), { from: null, to: null })

type Asked = { timezone: string; ranges: Range[]; withoutDay: string | null; status: Filter | null; least: Filter | null }

const statusSql = (status: Filter | null): string => {
  switch (status?.operator) {
    case 'equals':
      return "status = 'paid'"
    case 'not_equals':
      return "(status <> 'paid' or status is null)"
    case 'contains':
      return "status ilike '%pa%'"
    case 'is_null':
      return 'status is null'
    default:
      return 'true'
  }
}

/** The rows of a report by plain SQL. */
const rowsBySql = async (
  query: Query,
  { measures, dimensions }: RandomReport,
  grain: Grain | null,
  { timezone, ranges, withoutDay, status, least }: Asked,
): Promise<Rows> => {
  const local = 'created_at at time zone $1'
  const days = ranges.flatMap(({ from, to }) => [
    ...(from === null ? [] : [`(${local})::date >= '${from}'`]),
    ...(to === null ? [] : [`(${local})::date <= '${to}'`]),
  ])
  const without = withoutDay === null ? [] : [`(${local})::date <> '${withoutDay}'`]
  const period = grain === null ? [] : [`to_char(date_trunc('${grain}', ${local}), 'YYYY-MM-DD') as period`]
  const groups = [...dimensions, ...(grain === null ? [] : ['period'])]
  const rows = await query(
    `select ${[...dimensions, ...period, ...measures.map((measure) => `${sqlOf[measure]} as ${measure}`)].join(', ')}
     from purchases where ${[...days, ...without, statusSql(status), '$1::text is not null'].join(' and ')}
     ${groups.length === 0 ? '' : `group by ${groups.join(', ')}`}
     ${least === null ? '' : 'having count(*) > 3'}`,
    [timezone],
  )
  return new Map(
    rows.map((row) => [
      keyOf(
        dimensions.map((name) => row[name] ?? null),
        (row['period'] as string | undefined) ?? null,
      ),
      row,
    ]),
  )
}

export type Expected = {
  rows: Rows
  /** Null: nothing may be filled. */
  filled: Rows | null
  /** Null: nothing may be compared. */
  before: ((dimensions: unknown[], period: string) => Record<string, unknown> | undefined) | null
}

const grainOf = (report: RandomReport, request: RandomRequest): Grain | null =>
  report.grain === null ? null : (request.grain ?? report.grain)

const fits = (grain: Grain, unit: Offset['unit']): boolean => {
  const order = ['day', 'week', 'month', 'quarter', 'year']
  return order.indexOf(grain) <= order.indexOf(unit) && (grain !== 'week' || unit === 'week')
}

const fillsOf = (report: RandomReport, grain: Grain, rows: Rows, range: Range): Rows | null => {
  const groups = new Set([...rows.keys()].map((key) => JSON.stringify((JSON.parse(key) as [unknown[], string])[0])))
  if (report.dimensions.length === 0) groups.add('[]')
  const known = [...rows.keys()].map((key) => (JSON.parse(key) as [unknown[], string])[1]).toSorted()
  const isOpen = range.from === null || range.to === null
  const [from, to] = isOpen ? [known[0], known.at(-1)] : [range.from, range.to]
  if (from == null || to == null || from > to || groups.size === 0) return null
  const filled: Rows = new Map()
  for (const group of groups)
    for (const period of periodsBetween(from, to, grain)) {
      const key = keyOf(JSON.parse(group) as unknown[], period)
      if (!rows.has(key)) filled.set(key, Object.fromEntries(report.measures.map((measure) => [measure, isAdditive[measure] ? '0' : null])))
    }
  return filled
}

/** Days of a range so long before. The day after its end is moved too, since a month may have more days than the next. */
const earlierRange = (range: Range, offset: Offset): Range => ({
  from: range.from === null ? null : clampedEarlierDay(range.from, offset),
  to: range.to === null ? null : later(clampedEarlierDay(range.to, offset), dayBefore(clampedEarlierDay(nextDay(range.to), offset))),
})

export const expectedOf = async (query: Query, report: RandomReport, request: RandomRequest): Promise<Expected> => {
  const { timezone, when, status, least } = request
  const grain = grainOf(report, request)
  const ofFilter = when === null ? { from: null, to: null } : rangeOfFilter(when)
  const ofReport: Range = report.days === null ? { from: null, to: null } : rangeOfDays(report.days)
  const withoutDay = ofFilter === null ? (when?.values[0] ?? null) : null
  const ranges = [ofReport, ...(ofFilter === null ? [] : [ofFilter])]
  const asked = { timezone, withoutDay, status, least }
  const rows = await rowsBySql(query, report, grain, { ...asked, ranges })
  const range = ofFilter === null ? null : intersection(ranges)
  const isFillable = report.isFilled && grain !== null && range !== null && least === null
  const filled = isFillable ? fillsOf(report, grain, rows, range) : null

  const { offset } = report
  const isRange = when === null || when.operator === 'equals' || when.operator === 'between'
  if (offset === null || grain === null || !isRange || !fits(grain, offset.unit)) return { rows, filled, before: null }
  const earlierRows = await rowsBySql(query, report, grain, { ...asked, ranges: ranges.map((one) => earlierRange(one, offset)) })
  return {
    rows,
    filled,
    before: (dimensions, period) => {
      const day = earlierDay(period, offset)
      return day === null ? undefined : earlierRows.get(keyOf(dimensions, day))
    },
  }
}

const rangeOfDays = ([from, to]: Days): Range => ({ from, to })
