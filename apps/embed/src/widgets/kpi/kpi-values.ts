import { millisecondsOf } from '../../format/format-time.ts'
import { sumValues } from '../table/sum-values.ts'
import type { Column, WidgetData } from '../types.ts'

export type KpiColumn = Column & { values: readonly unknown[] }

export const columnOf = ({ columns, values }: WidgetData, member: string): KpiColumn | null => {
  const index = columns.findIndex((column) => column.member === member || column.aliases.includes(member))
  const column = columns[index]
  return column ? { ...column, values: values[index] ?? [] } : null
}

const timesOf = (data: WidgetData, member: string | null): KpiColumn | null => {
  const time = member ?? data.columns.find(({ type }) => type === 'time')?.member
  return time === undefined ? null : columnOf(data, time)
}

/** The numbers of rows, the earliest first; as they arrived where they have no time. */
export const rowsByTime = (data: WidgetData, member: string | null = null): number[] => {
  const rows = Array.from({ length: data.rowCount }, (_, index) => index)
  const times = timesOf(data, member)
  if (!times) return rows
  const at = (row: number): number => millisecondsOf(times.values[row]) ?? 0
  return rows.toSorted((one, other) => at(one) - at(other))
}

const isValue = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** The percentage of several rows is that of their sums. */
const totalChange = (data: WidgetData, { member, comparison }: KpiColumn): number | null => {
  if (!comparison || data.isTruncated) return null
  const totalOf = (name: string): unknown => {
    const column = columnOf(data, name)
    return column?.isAdditive === true ? sumValues(column.values) : null
  }
  const offset = member.slice(`${comparison.of}.percent.`.length)
  const [now, previous] = [totalOf(comparison.of), totalOf(`${comparison.of}.previous.${offset}`)]
  const difference = totalOf(`${comparison.of}.difference.${offset}`)
  return changeOf(now, previous ?? (difference === null ? null : Number(now) - Number(difference)))
}

/**
 * The one number of a column: of several rows their sum where they may be added up, else the latest value. Rows that were filled in for
 * periods without data change neither.
 */
export const valueOf = (data: WidgetData, column: KpiColumn): unknown => {
  if (data.rowCount <= 1) return column.values[0]
  if (column.isAdditive === true && !data.isTruncated) return sumValues(column.values)
  if (column.comparison?.output === 'percent') return totalChange(data, column)
  if (!timesOf(data, null)) return column.values[0]
  const latest = rowsByTime(data).findLast((row) => isValue(column.values[row]))
  return latest === undefined ? null : column.values[latest]
}

const numberOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' || Number.isNaN(Number(value)) ? null : Number(value)

/** The values of a column from the earliest on. Rows of the same time are one value where they can be added up. */
export const seriesOf = (data: WidgetData, column: KpiColumn, time: string | null): (number | null)[] => {
  const rows = rowsByTime(data, time)
  const times = timesOf(data, time)
  if (!times || column.isAdditive !== true) return rows.map((row) => numberOf(column.values[row]))
  const byTime = Map.groupBy(rows, (row) => millisecondsOf(times.values[row]))
  return [...byTime.values()].map((group) => numberOf(sumValues(group.map((row) => column.values[row]))))
}

/** The share by which a value differs from another; null where there is none to compare with. */
export const changeOf = (value: unknown, other: unknown): number | null => {
  const [now, before] = [value, other].map((each) => (each === null || each === undefined || each === '' ? Number.NaN : Number(each)))
  if (now === undefined || before === undefined || Number.isNaN(now) || Number.isNaN(before) || before === 0) return null
  return (now - before) / Math.abs(before)
}
