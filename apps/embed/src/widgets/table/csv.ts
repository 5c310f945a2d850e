import { numericOf } from '../../format/format-number.ts'
import { millisecondsOf } from '../../format/format-time.ts'
import { textOf } from '../../format/text-of.ts'
import type { TableColumn } from './table-spec.ts'

// Spreadsheets run what begins a cell with one of these. Where cells begin is up to the machine that opens the file: one that lists with
// another character than ours reads quotes within a cell as text.
const startsFormula = /(?:^|[,;\t\r\n])[" ]*(?=[=+\-@])/g

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const harmless = (text: string): string => quoted(text.replace(/^[\t\r]/, "'$&").replaceAll(startsFormula, "$&'"))

const withoutTime = new Set(['day', 'week', 'month', 'quarter', 'year'])

const timeText = (at: number, granularity: string | null): string => {
  const [day = '', time = ''] = new Date(at).toISOString().split('T')
  return withoutTime.has(granularity ?? '') ? day : `${day} ${time.slice(0, 8)}`
}

const cellOf = ({ type, granularity }: TableColumn, value: unknown, decimal: string): string => {
  if (value === null || value === undefined) return ''
  const at = type === 'time' ? millisecondsOf(value) : null
  if (at !== null && Math.abs(at) <= 8.64e15) return timeText(at, granularity)
  // Numbers are for reckoning on, and a minus before one is no formula.
  if (type === 'number' && numericOf(value) !== null) return textOf(value).replace('.', decimal)
  return harmless(textOf(value))
}

const decimalOf = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * Rows as a file for spreadsheets (RFC 4180), in the order in which they are shown; the mark in front says that it is UTF-8. As
 * spreadsheets have it, semicolons are between cells where a comma is within numbers.
 */
export const csvOf = (columns: readonly TableColumn[], order: readonly number[], locale: string): string => {
  const decimal = decimalOf(locale)
  const separator = decimal === ',' ? ';' : ','
  const header = columns.map(({ title }) => harmless(title))
  const rows = order.map((row) => columns.map((column) => cellOf(column, column.values[row], decimal)))
  return `\ufeff${[header, ...rows].map((cells) => `${cells.join(separator)}\r\n`).join('')}`
}
