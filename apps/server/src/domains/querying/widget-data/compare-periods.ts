import type { WidgetColumn } from '@facet/contract'
import { type ReportQuery, timeDimensionsIn } from './report-query.ts'
import { counterpartOf, isFiner, shiftTime, type TimeUnit, timeUnitOf } from './time-steps.ts'
import { millisecondsOf, type Table } from './table.ts'
import { isObject } from './values.ts'

export type PeriodComparison = {
  measure: string
  timeDimension: string
  offset: { amount: number; unit: string }
  outputs?: readonly string[] | null | undefined
}

type Output = 'previous' | 'difference' | 'percent'

/** The words that reports have for what is shown. */
const outputsOf = ({ outputs }: PeriodComparison): Output[] => {
  const said = (outputs ?? []).flatMap((word): Output[] => {
    if (/diff|change$|delta/i.test(word) && !/percent|pct|%/i.test(word)) return ['difference']
    if (/percent|pct|%/i.test(word)) return ['percent']
    return /prev|prior|value/i.test(word) ? ['previous'] : []
  })
  return said.length > 0 ? [...new Set(said)] : ['previous']
}

const absolute = /^\d{4}-\d{2}-\d{2}/

/** A moment as the data API takes it, as long as it was said. */
const momentText = (ms: number, like: string): string => new Date(ms).toISOString().slice(0, like.length > 10 ? 23 : 10)

const dayMs = 86_400_000
/** What the last part of a time counts, by the length of its text; a millisecond where it says more. */
const tickOf = ({ length }: string): number => ({ 10: dayMs, 16: 60_000, 19: 1000 })[length] ?? 1

/** The end of a range, moved: what is next to it is moved too, since the last day of a month goes to one that may have more days. */
const shiftedEnd = (ms: number, tick: number, amount: number, unit: TimeUnit): number =>
  Math.max(shiftTime(ms, amount, unit), shiftTime(ms + tick, amount, unit) - tick)

/** A range of days that many units away; null where it is said in words, which only the engine can read. */
const shiftedRange = (range: unknown, amount: number, unit: TimeUnit): string[] | null => {
  const texts = (Array.isArray(range) ? (range as unknown[]) : [range]).filter(
    (one): one is string => typeof one === 'string' && absolute.test(one),
  )
  const [from, to = from] = texts
  if (from === undefined || to === undefined || texts.length !== (Array.isArray(range) ? range.length : 1)) return null
  const [fromMs, toMs] = [millisecondsOf(from), millisecondsOf(to)]
  if (fromMs === null || toMs === null) return null
  return [momentText(shiftTime(fromMs, amount, unit), from), momentText(shiftedEnd(toMs, tickOf(to), amount, unit), to)]
}

/** Filters of the time that are ranges of days, moved; null where one of them is of another form. */
const shiftedFilters = (filters: unknown, member: string, amount: number, unit: TimeUnit): unknown[] | null => {
  const moved: unknown[] = []
  for (const filter of Array.isArray(filters) ? (filters as unknown[]) : []) {
    if (!isObject(filter) || !JSON.stringify(filter).includes(`"${member}"`)) {
      moved.push(filter)
      continue
    }
    const values = filter['operator'] === 'inDateRange' ? shiftedRange(filter['values'], amount, unit) : null
    if (values === null) return null
    moved.push({ ...filter, values })
  }
  return moved
}

export type Companion = { query: ReportQuery; amount: number; unit: TimeUnit; granularity: TimeUnit }

/**
 * The query of the period that is compared with: the same, with the days of its time moved back. Null where the time is not grouped by,
 * its grain does not fit into the offset, or its days are said in words. Rows that the report begins after are not left out: they stand
 * beside others of its own.
 */
export const companionOf = (query: ReportQuery, { timeDimension, offset }: PeriodComparison): Companion | null => {
  const unit = timeUnitOf(offset.unit)
  const amount = Math.abs(offset.amount)
  const time = timeDimensionsIn(query).find(({ dimension, granularity }) => dimension === timeDimension && typeof granularity === 'string')
  const granularity = timeUnitOf(typeof time?.granularity === 'string' ? time.granularity : '')
  if (unit === null || granularity === null || amount === 0) return null
  // A month has no whole number of weeks, so that weeks of one do not stand over weeks of another.
  if (isFiner(unit, granularity) || (granularity === 'week' && unit !== 'week')) return null
  const filters = shiftedFilters(query['filters'], timeDimension, -amount, unit)
  if (filters === null) return null
  const timeDimensions: unknown[] = []
  for (const one of timeDimensionsIn(query)) {
    const dateRange =
      one.dimension === timeDimension && one.dateRange !== undefined ? shiftedRange(one.dateRange, -amount, unit) : one.dateRange
    if (dateRange === null) return null
    timeDimensions.push(dateRange === undefined ? one : { ...one, dateRange })
  }
  const { offset: _, ...whole } = query
  return { query: { ...whole, timeDimensions, ...(Array.isArray(query['filters']) ? { filters } : {}) }, amount, unit, granularity }
}

const numberOf = (value: unknown): number | null =>
  value === null || value === '' || !Number.isFinite(Number(value)) ? null : Number(value)

const resultOf = (output: Output, now: unknown, before: unknown): unknown => {
  if (output === 'previous') return before ?? null
  const [value, previous] = [numberOf(now), numberOf(before)]
  if (value === null || previous === null) return null
  if (output === 'difference') return value - previous
  return previous === 0 ? null : (value - previous) / Math.abs(previous)
}

/** Identifies a row by its dimensions and its time, which `move` shifts. Null where `move` returns null. */
const keysOf = ({ columns, values, rowCount }: Table, member: string, move: (ms: number) => number | null): (string | null)[] =>
  Array.from({ length: rowCount }, (_, row) => {
    const key = columns.flatMap((column, at) => {
      if (column.kind === 'measure') return []
      const value = values[at]?.[row] ?? null
      return [column.kind === 'time' && column.member === member && typeof value === 'number' ? (move(value) ?? undefined) : value]
    })
    return key.includes(undefined) ? null : JSON.stringify(key)
  })

export type Compared = { table: Table; hasUnmatchedDays: boolean }

/** The table with columns for what a measure was so long before. A day that the other month does not have is compared with nothing. */
export const withComparison = (table: Table, before: Table, comparison: PeriodComparison, { amount, unit }: Companion): Compared | null => {
  const measureAt = table.columns.findIndex(({ member, comparison: made }) => member === comparison.measure && made === null)
  const beforeAt = before.columns.findIndex(({ member }) => member === comparison.measure)
  const measure = table.columns[measureAt]
  if (!measure || beforeAt < 0) return null
  const rowsBefore = new Map(keysOf(before, comparison.timeDimension, (ms) => ms).map((key, row) => [key, row]))
  const keys = keysOf(table, comparison.timeDimension, (ms) => counterpartOf(ms, -amount, unit))
  const previous = keys.map((key) => {
    const row = key === null ? undefined : rowsBefore.get(key)
    return row === undefined ? null : (before.values[beforeAt]?.[row] ?? null)
  })
  const outputs = outputsOf(comparison)
  const columns = outputs.map(
    (output): WidgetColumn => ({
      ...measure,
      member: `${measure.member}.${output}.${amount}_${unit}`,
      format: output === 'percent' ? 'percent' : measure.format,
      isAdditive: output === 'percent' ? false : measure.isAdditive,
      comparison: { of: measure.member, output },
    }),
  )
  const values = outputs.map((output) => previous.map((value, row) => resultOf(output, table.values[measureAt]?.[row] ?? null, value)))
  return {
    table: { columns: [...table.columns, ...columns], values: [...table.values, ...values], rowCount: table.rowCount },
    hasUnmatchedDays:
      keys.includes(null) || keysOf(before, comparison.timeDimension, (ms) => counterpartOf(ms, amount, unit)).includes(null),
  }
}
