import type { ValueFormat } from '../../format/format-value.ts'
import { isObject } from '../../format/is-object.ts'
import { textOf } from '../../format/text-of.ts'
import type { Column } from '../types.ts'
import type { Item } from './scene.ts'
import type { TooltipLine } from './tooltip.ts'

export type ChartColumn = Column & { write: ValueFormat }

/** The row a mark stands for. A line and an area are one mark for all their rows, and their items are those rows. */
export const datumOf = (item: Item | null | undefined): Record<string, unknown> | null => {
  const role = item?.mark?.role
  if (role !== undefined && role !== 'mark') return null
  return isObject(item?.datum) ? item.datum : null
}

/** The field of a row that has a column's value: its own, or what the chart made of it, such as `sum_orders.revenue`. */
const fieldOf = (datum: Record<string, unknown>, { member, aliases }: Column): string | undefined => {
  const names = [member, ...aliases]
  return (
    names.find((name) => Object.hasOwn(datum, name)) ?? Object.keys(datum).find((key) => names.some((name) => key.endsWith(`_${name}`)))
  )
}

/** What the author of a chart says of a mark; else the members that its row has. */
export const linesOf = (
  item: Item | null | undefined,
  columns: readonly ChartColumn[],
  titled: (text: string) => string,
): TooltipLine[] => {
  const datum = datumOf(item)
  if (!datum) return []
  const { tooltip } = item ?? {}
  if (isObject(tooltip)) return Object.entries(tooltip).map(([name, value]) => ({ name: titled(name), value: textOf(value) }))
  if (tooltip !== undefined && tooltip !== null) return [{ name: '', value: textOf(tooltip) }]
  return columns.flatMap((column) => {
    const field = fieldOf(datum, column)
    return field === undefined ? [] : [{ name: column.shortTitle, value: column.write(datum[field]) }]
  })
}

/** The first dimension of the row behind a mark, which people look into when they click on it. */
export const drillOf = (item: Item | null | undefined, columns: readonly Column[]): { member: string; value: unknown } | null => {
  const datum = datumOf(item)
  if (!datum) return null
  for (const column of columns) {
    const field = column.kind === 'measure' ? undefined : fieldOf(datum, column)
    if (field !== undefined) return { member: column.member, value: datum[field] }
  }
  return null
}
