import { millisecondsOf } from '../../format/format-time.ts'
import type { Column, WidgetData } from '../types.ts'

export type ChartRow = Record<string, unknown>

const readerOf = ({ type }: Column): ((value: unknown) => unknown) => {
  if (type === 'number') return (value) => (value === null || value === undefined || value === '' ? null : Number(value))
  return type === 'time' ? millisecondsOf : (value) => value
}

/** Rows as charts take them: one flat field for each member and each of its other names, numbers as numbers, times in milliseconds. Every `stride`-th of them. */
export const chartRows = ({ columns, values, rowCount }: WidgetData, stride = 1): ChartRow[] => {
  const fields = columns.map((column, index) => ({
    names: [column.member, ...column.aliases],
    read: readerOf(column),
    values: values[index] ?? [],
  }))
  return Array.from({ length: Math.ceil(rowCount / stride) }, (_, index) => {
    const row: ChartRow = {}
    for (const { names, read, values: of } of fields) {
      const value = read(of[index * stride])
      for (const name of names) row[name] = value
    }
    return row
  })
}
