import { millisecondsOf } from '../../format/format-time.ts'
import { textOf } from '../../format/text-of.ts'
import type { TableColumn } from './table-spec.ts'

const keyOf = ({ type }: TableColumn, value: unknown): number | string | null => {
  if (value === null || value === undefined) return null
  if (type === 'time') return millisecondsOf(value)
  const number = type === 'number' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? textOf(value) : number
}

/** The numbers of rows as they arrived, or by the values of one column. Missing values stand last either way. */
export const sortRows = (
  rowCount: number,
  sorted: { column: TableColumn; isDescending: boolean } | null,
  locale: string,
): readonly number[] => {
  const order = Array.from({ length: rowCount }, (_, index) => index)
  if (!sorted) return order
  const { column, isDescending } = sorted
  const keys = order.map((row) => keyOf(column, column.values[row]))
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sign = isDescending ? -1 : 1
  return order.toSorted((one, other) => {
    const [left = null, right = null] = [keys[one], keys[other]]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    return sign * compare(String(left), String(right))
  })
}
