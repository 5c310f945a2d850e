import { reportOf } from '../session/data-widgets.ts'
import type { PageState, Shown } from '../store/page-state.ts'
import { isShortTable } from '../widgets/table/row-window.ts'
import type { Widget } from '../widgets/types.ts'
import { type Grid, heightOf } from './grid-rules.ts'

const isTable = (shown: Shown, widget: Widget): boolean => {
  const report = widget.type === 'CHART' ? reportOf(shown, widget) : null
  return report !== null && (report.kind ?? 'table') === 'table'
}

/** How many rows stand there: while others are on their way, those from before. */
const rowCountOf = ({ widgets }: PageState, { id }: Widget): number | undefined => {
  const state = widgets[id]
  if (state?.status === 'shown') return state.data.rowCount
  return state?.status === 'loading' ? state.before?.rowCount : undefined
}

/** Tables whose rows are there, and need less room than they have. */
export const shortTables = (state: PageState, shown: Shown, grid: Grid): string[] =>
  grid.items.flatMap(({ widget, area }) => {
    const rowCount = isTable(shown, widget) ? rowCountOf(state, widget) : undefined
    return rowCount !== undefined && isShortTable(rowCount, heightOf(grid, area)) ? [widget.id] : []
  })
