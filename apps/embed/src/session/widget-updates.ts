import type { WidgetDataLine } from '@facet/contract'
import type { Problem } from '@facet/embed/page'
import type { PageState, WidgetState } from '../store/page-state.ts'

type Widgets = PageState['widgets']

/** From here on a viewer is told what is waited for. */
const longSeconds = 3

const withEach = (widgets: Widgets, ids: readonly string[], next: (before: WidgetState | undefined) => WidgetState): Widgets => ({
  ...widgets,
  ...Object.fromEntries(ids.map((id) => [id, next(widgets[id])])),
})

const rowsOf = (state: WidgetState | undefined) => {
  if (state?.status === 'shown') return state.data
  return state?.status === 'loading' ? state.before : null
}

export const loadingWidgets = (widgets: Widgets, ids: readonly string[]): Widgets =>
  withEach(widgets, ids, (before) => ({ status: 'loading', before: rowsOf(before), waiting: null }))

export const failedWidgets = (widgets: Widgets, ids: readonly string[], problem: Problem): Widgets =>
  withEach(widgets, ids, () => ({ status: 'failed', problem }))

type Controls = Extract<WidgetDataLine, { type: 'controls' }>['controls']

/** What the service says of the controls, by widget. */
export const controlsById = (controls: Controls): PageState['toldControls'] =>
  Object.fromEntries(controls.map((control) => [control.widgetId, control]))

/** What a line changes of the page. */
export const changeBy = (line: WidgetDataLine, { widgets }: Pick<PageState, 'widgets'>): Partial<PageState> => {
  switch (line.type) {
    case 'controls':
      return { toldControls: controlsById(line.controls) }
    case 'waiting': {
      const { stage, seconds } = line
      if (seconds < longSeconds) return {}
      return {
        widgets: withEach(widgets, line.widgetIds, (before) => ({
          status: 'loading',
          before: rowsOf(before),
          waiting: { stage, seconds },
        })),
      }
    }
    case 'data': {
      const { widgetIds, columns, rowCount, values, isTruncated, refreshedAt, notes } = line
      const data = { columns, rowCount, values, isTruncated, refreshedAt, notes }
      return { widgets: withEach(widgets, widgetIds, () => ({ status: 'shown', data })) }
    }
    case 'failed': {
      const { code, message, requestId, isRetryable } = line
      return { widgets: failedWidgets(widgets, line.widgetIds, { code, message, requestId, retryable: isRetryable }) }
    }
    default:
      return {}
  }
}
