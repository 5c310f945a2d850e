import { numericOf } from '../../format/format-number.ts'
import { millisecondsOf } from '../../format/format-time.ts'
import { textOf } from '../../format/text-of.ts'
import type { TableColumn } from './table-spec.ts'

// Spreadsheets run what begins with one of these.
const startsFormula = /^[=+\-@\t\r]/

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const harmless = (text: string): string => quoted(startsFormula.test(text) ? `'${text}` : text)

const withoutTime = new Set(['day', 'week', 'month', 'quarter', 'year'])

const timeText = (at: number, granularity: string | null): string => {
  const [day = '', time = ''] = new Date(at).toISOString().split('T')
  return withoutTime.has(granularity ?? '') ? day : `${day} ${time.slice(0, 8)}`
}

const cellOf = ({ type, granularity }: TableColumn, value: unknown): string => {
  if (value === null || value === undefined) return ''
  const at = type === 'time' ? millisecondsOf(value) : null
  if (at !== null && Math.abs(at) <= 8.64e15) return timeText(at, granularity)
  // Numbers are for reckoning on, and a minus before one is no formula.
  if (type === 'number' && numericOf(value) !== null) return textOf(value)
  return harmless(textOf(value))
}

/** Rows as a file for spreadsheets (RFC 4180), in the order in which they are shown; the mark in front says that it is UTF-8. */
export const csvOf = (columns: readonly TableColumn[], order: readonly number[]): string => {
  const header = columns.map(({ title }) => harmless(title))
  const rows = order.map((row) => columns.map((column) => cellOf(column, column.values[row])))
  return `\ufeff${[header, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')}`
}
