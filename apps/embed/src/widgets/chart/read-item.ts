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

/** Whether a field has values of the column itself: an average or a coarser time unit of it is something else. */
const isPlain = (field: string, { member, aliases }: Column): boolean =>
  [member, ...aliases].some((name) => field === name || field === `sum_${name}`)

const columnLines = (datum: Record<string, unknown>, columns: readonly ChartColumn[]) =>
  columns.flatMap((column) => {
    const field = fieldOf(datum, column)
    if (field === undefined) return []
    return [{ line: { name: column.shortTitle, value: column.write(datum[field]) }, isPlain: isPlain(field, column) }]
  })

// The compiler adds the unit of a time to its name, which the value shows anyway.
const timeUnit = / \((?:utc)?(?:(?:year|quarter|month|week|date|day|dayofyear|hours|minutes|seconds|milliseconds)-?)+\)$/

/** The name of a member as people know it. */
export const plainTitle = (title: string): string => title.replace(timeUnit, '')

/**
 * The lines of a tooltip. What the author of the chart wrote comes first (`isAuthored`), then the members of its row as tables write them,
 * then what the compiler made of averages and other aggregates.
 */
export const linesOf = (
  item: Item | null | undefined,
  columns: readonly ChartColumn[],
  titled: (text: string) => string,
  isAuthored: boolean,
): TooltipLine[] => {
  const datum = datumOf(item)
  if (!datum) return []
  const { tooltip } = item ?? {}
  const entries = isObject(tooltip) ? Object.entries(tooltip) : []
  const own = entries.map(([name, value]) => ({ name: isAuthored ? titled(name) : plainTitle(titled(name)), value: textOf(value) }))
  if (isAuthored && own.length > 0) return own
  if (isAuthored && tooltip !== undefined && tooltip !== null) return [{ name: '', value: textOf(tooltip) }]
  const ofColumns = columnLines(datum, columns)
  const isComplete = ofColumns.length >= own.length && ofColumns.every((each) => each.isPlain)
  return isComplete || own.length === 0 ? ofColumns.map(({ line }) => line) : own
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
