import type { DashboardBootstrap } from '@facet/contract'
import type { Widget } from '../widgets/types.ts'

type Layout = NonNullable<DashboardBootstrap['dashboard']['config']['layout']>
type Breakpoint = 'lg' | 'md' | 'sm' | 'xs' | 'xxs'
type Position = Widget['position']

/** From the widest. Where a dashboard says nothing, these are the customary ones. */
const breakpoints: readonly Breakpoint[] = ['lg', 'md', 'sm', 'xs', 'xxs']
const defaultWidths: Readonly<Record<Breakpoint, number>> = { lg: 1200, md: 996, sm: 768, xs: 480, xxs: 0 }
const defaultColumns: Readonly<Record<Breakpoint, number>> = { lg: 12, md: 10, sm: 6, xs: 4, xxs: 2 }
const defaultRowHeight = 80
const defaultGap = 12

/** Below it there is one column, whatever a dashboard says: nothing is read sideways on a telephone. */
export const singleColumnBelow = 480
/** Browsers lay out no more lines, and an author's mistake must not cost a viewer's memory. */
const maxRows = 2000
const maxColumns = 100

export type Area = { column: number; row: number; columns: number; rows: number }
export type Grid = {
  isSingle: boolean
  columns: number
  rowHeight: number
  columnGap: number
  rowGap: number
  items: { widget: Widget; area: Area }[]
}

const between = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

export const breakpointOf = (layout: Layout | null | undefined, width: number): Breakpoint =>
  breakpoints.find((name) => width >= (layout?.breakpoints?.[name] ?? defaultWidths[name])) ?? 'xxs'

const areaOf = ({ x, y, w, h }: Position, columns: number): Area => {
  const column = between(x, 0, columns - 1)
  const row = between(y, 0, maxRows - 1)
  return { column, row, columns: between(w, 1, columns - column), rows: between(h, 1, maxRows - row) }
}

/** As they are read: from the top, and along each row. What holds others comes before them. */
const inOrder = (one: Grid['items'][number], other: Grid['items'][number]): number =>
  one.area.row - other.area.row ||
  one.area.column - other.area.column ||
  Number(other.widget.type === 'CONTAINER') - Number(one.widget.type === 'CONTAINER')

/** Where each widget stands on a page of this width. */
export const placeWidgets = (widgets: readonly Widget[], layout: Layout | null | undefined, width: number): Grid => {
  const breakpoint = breakpointOf(layout, width)
  const isSingle = width < singleColumnBelow
  // Positions that were made for twelve columns mean nothing in six: a width without positions of its own has those of the widest.
  const hasOwn = !isSingle && widgets.some(({ responsiveLayouts }) => responsiveLayouts?.[breakpoint])
  const name = hasOwn ? breakpoint : 'lg'
  const columns = between(layout?.cols?.[name] ?? defaultColumns[name], 1, maxColumns)
  const [columnGap = defaultGap, rowGap = columnGap] = layout?.margin ?? []
  const items = widgets.map((widget) => ({
    widget,
    area: areaOf((hasOwn ? widget.responsiveLayouts?.[breakpoint] : undefined) ?? widget.position, columns),
  }))
  return {
    isSingle,
    columns: isSingle ? 1 : columns,
    rowHeight: between(layout?.rowHeight ?? defaultRowHeight, 8, 1000),
    columnGap: between(columnGap, 0, 100),
    rowGap: between(rowGap, 0, 100),
    items: items.toSorted(inOrder),
  }
}

const rowsOf = ({ row, rows }: Area): number[] => Array.from({ length: rows }, (_, index) => row + index)

/**
 * The heights of the rows. Those in which there are only widgets of `short`, which need less than their share, are as high as these:
 * a table that a filter left few rows of makes the page shorter. Beside a chart it keeps its place.
 */
export const rowTracks = ({ items, rowHeight }: Pick<Grid, 'items' | 'rowHeight'>, short: readonly string[]): string => {
  const tracks: string[] = []
  for (const { area, widget } of items)
    for (const row of rowsOf(area)) tracks[row] = short.includes(widget.id) && tracks[row] !== 'full' ? 'auto' : 'full'
  return Array.from(tracks, (track) => (track === 'auto' ? track : `${rowHeight}px`)).join(' ')
}

/** How high an area is. */
export const heightOf = ({ rowHeight, rowGap }: Pick<Grid, 'rowHeight' | 'rowGap'>, { rows }: Area): number =>
  rows * rowHeight + (rows - 1) * rowGap
