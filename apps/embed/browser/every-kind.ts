import type { DashboardBootstrap, WidgetDataLine } from '@facet/contract'
import {
  bootstrapOf,
  chosenStatus,
  type Control,
  control,
  dataOf,
  type FakeDashboard,
  type Sent,
  type Widget,
  type Wish,
} from './fake-dashboard.ts'
import { chartShown, htmlShown, kpiShown, manyRows, orders, revenueBlocks, tableShown } from './gallery-widgets.ts'
import type { Shown } from './gallery.tsx'

type Position = Widget['position']
const at = (x: number, y: number, w: number, h: number): Position => ({ x, y, w, h })

const note = `## Read this first

Orders of **2025** by status. More is in the [handbook](https://example.com/handbook).

| Status | Meaning |
|---|---|
| paid | money has come |
| open | it has not |

> A quote, and \`code\`.`

/** Reports by the id of the widget that shows them, with the rows of each. */
const shows: readonly (Shown & { position: Position })[] = [
  {
    ...kpiShown('kpi', [...revenueBlocks, { type: 'text', text: 'Taxes are not in it.' }], orders),
    position: at(0, 2, 4, 4),
  },
  { ...chartShown('bar'), position: at(0, 6, 6, 4) },
  { ...chartShown('line'), position: at(6, 6, 6, 4) },
  { ...chartShown('faceted'), position: at(0, 10, 6, 4) },
  { ...tableShown('table', manyRows(300)), position: at(6, 10, 6, 4) },
  {
    ...htmlShown('html', '<h3>{{result._first.[orders.status]}}</h3><p>Written by an author. <a href="https://example.com">A link</a></p>'),
    position: at(0, 14, 6, 2),
  },
  { ...tableShown('map', manyRows(3)), position: at(6, 14, 6, 3) },
]

const reportIdOf = (id: string): number => shows.findIndex(({ widget }) => widget.id === id) + 1

const filter = (id: string, position: Position, config: Record<string, unknown>): Widget => ({ id, type: 'FILTER', position, config })

const widgets: Widget[] = [
  filter('status', at(0, 0, 3, 1), { member: 'orders.status', label: 'Status' }),
  filter('amount', at(3, 0, 3, 1), { member: 'orders.amount', label: 'Amount' }),
  filter('gift', at(6, 0, 2, 1), { member: 'orders.is_gift', label: 'Gift' }),
  filter('created', at(8, 0, 4, 1), { member: 'orders.created_at', label: 'Created' }),
  filter('region', at(0, 1, 3, 1), { member: 'orders.region', label: 'Region', visibility: 'disabled' }),
  { id: 'grain', type: 'TIME_GRAIN', position: at(3, 1, 3, 1), config: { member: 'orders.created_at', label: 'Grain' } },
  { id: 'note', type: 'TEXT', position: at(4, 2, 8, 4), config: { text: note } },
  ...shows.map(({ widget, position }) => ({
    ...widget,
    position,
    config: { ...widget.config, title: `The ${widget.id}`, reportId: reportIdOf(widget.id) },
  })),
  { id: 'missing', type: 'CHART', position: at(0, 17, 4, 2), config: { reportId: 99, title: 'Without a report' } },
  { id: 'ask', type: 'AI', position: at(4, 17, 4, 2), config: { title: 'Ask' } },
  { id: 'group', type: 'CONTAINER', position: at(8, 17, 4, 2), config: { title: 'More of it' } },
  { id: 'space', type: 'SPACER', position: at(0, 19, 12, 1), config: {} },
  { id: 'line-below', type: 'DIVIDER', position: at(0, 20, 12, 1), config: {} },
]

const controlsOf = (status: string[] | null): Control[] => [
  control('status', 'orders.status', { value: status }),
  control('amount', 'orders.amount', { operator: 'between', value: [10, 500], valueType: 'number' }),
  control('gift', 'orders.is_gift', { valueType: 'boolean' }),
  control('created', 'orders.created_at', { operator: 'between', value: ['2025-01-01', '2025-12-31'], valueType: 'time' }),
  control('region', 'orders.region', { visibility: 'disabled', value: ['EU'] }),
  control('grain', 'orders.created_at', { kind: 'grain', operator: null, valueType: null }),
]
const controlsFor = (status: string[] | null): WidgetDataLine => ({ type: 'controls', controls: controlsOf(status) })

/** A dashboard with a widget of every kind. */
export const everyKindBootstrap = (wish: Wish): DashboardBootstrap => {
  const first = bootstrapOf(wish)
  return {
    ...first,
    dashboard: {
      ...first.dashboard,
      description: 'What was sold in 2025, by month, status and region.',
      config: { widgets },
      reportSnapshots: shows.map(({ widget, report }) => ({
        ...(report ?? { id: 1, versionId: 1, versionNumber: 1 }),
        ...(widget.id === 'map' ? { kind: 'map' as const } : {}),
        reportId: reportIdOf(widget.id),
      })),
    },
    charts: shows.flatMap(({ widget, chart }) => (chart ? [{ ...chart, reportId: reportIdOf(widget.id) }] : [])),
    controls: controlsOf(null),
    embedTheme: {},
  }
}

const rowsFor = (id: string): WidgetDataLine[] => {
  const data = shows.find(({ widget }) => widget.id === id)?.data
  return data ? [dataOf(id, data)] : []
}

/** Lines before the last for each widget, whatever it is asked with. */
const answering =
  (answer: (sent: Sent) => WidgetDataLine[]): FakeDashboard['linesFor'] =>
  (sent) => [controlsFor(chosenStatus(sent.filters)), ...answer(sent), { type: 'ended' }]

export const everyKind: FakeDashboard = {
  bootstrapOf: everyKindBootstrap,
  linesFor: answering(({ widgetIds }) => widgetIds.flatMap(rowsFor)),
}

/** The same dashboard with these widgets only. A page with few widgets loads in a fraction of the time. */
export const onlyWidgets = (...ids: readonly string[]): FakeDashboard => ({
  ...everyKind,
  bootstrapOf: (wish) => {
    const first = everyKindBootstrap(wish)
    return { ...first, dashboard: { ...first.dashboard, config: { widgets: widgets.filter(({ id }) => ids.includes(id)) } } }
  },
})

/** Rows take long, and never come. */
export const everyKindWaiting: FakeDashboard = {
  ...everyKind,
  linesFor: ({ widgetIds, filters }) => [
    controlsFor(chosenStatus(filters)),
    { type: 'waiting', widgetIds, stage: 'executing', seconds: 12 },
  ],
}

/** Some fail, with and without a text of their own. */
export const everyKindFailing: FakeDashboard = {
  ...everyKind,
  linesFor: answering(({ widgetIds }) => {
    const codes: Readonly<Record<string, string>> = { bar: 'query_too_slow', line: 'member_denied', table: 'engine_unavailable' }
    return widgetIds.flatMap((id): WidgetDataLine[] => {
      const code = codes[id]
      if (code === undefined) return rowsFor(id)
      return [{ type: 'failed', widgetIds: [id], code, message: 'Failed.', requestId: `request-of-${id}-0123456789`, isRetryable: true }]
    })
  }),
}

/** Nothing is for this viewer: no rows, and no filters. */
export const everyKindEmpty: FakeDashboard = {
  ...everyKind,
  linesFor: ({ widgetIds }) => [
    { type: 'controls', controls: [control('status', 'orders.status')] },
    ...widgetIds.map((id) => dataOf(id, { ...orders, rowCount: 0, values: orders.columns.map(() => []) })),
    { type: 'ended' },
  ],
}

/** Nothing was put on it. */
export const withoutWidgets: FakeDashboard = {
  ...everyKind,
  bootstrapOf: (wish) => {
    const first = everyKindBootstrap(wish)
    return { ...first, dashboard: { ...first.dashboard, config: { widgets: [] } } }
  },
}
