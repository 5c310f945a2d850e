import type { DashboardBootstrap } from '@facet/contract'
import { bootstrapOf, type FakeDashboard, type Widget } from '../../../../apps/embed/browser/fake-dashboard.ts'
import { linesFor } from './rows.ts'

type Snapshot = DashboardBootstrap['dashboard']['reportSnapshots'][number]

const [tableReport, kpiReport, firstChartReport] = [1, 2, 3]

const month = { field: 'orders.month', type: 'temporal', title: null }
const status = { field: 'orders.status', type: 'nominal' }
const revenue = { field: 'orders.revenue', type: 'quantitative', title: null }
const specs = [
  { mark: 'bar', encoding: { x: { ...month, timeUnit: 'yearmonth' }, y: { ...revenue, stack: 'zero' }, color: status } },
  { mark: { type: 'line', point: true }, encoding: { x: month, y: revenue, color: status } },
  { mark: { type: 'area', opacity: 0.4 }, encoding: { x: month, y: { ...revenue, aggregate: 'sum' } } },
  { mark: 'rect', encoding: { x: { ...month, type: 'ordinal', timeUnit: 'month' }, y: status, color: { ...revenue, aggregate: 'sum' } } },
]

/** Loads the compiler lazily: `--list` must not wait for it. */
const compiledCharts = async (): Promise<DashboardBootstrap['charts']> => {
  const { compileChart } = await import('@facet/chart-spec/compile')
  return specs.map((spec, index) => {
    const chart = compileChart(spec)
    if ('problem' in chart) throw new Error(`A chart of the trial is not allowed: ${chart.problem.what}`)
    return { reportId: firstChartReport + index, vega: chart.vega, refusal: null }
  })
}

const widget = (id: string, reportId: number, [x, y, w, h]: readonly [number, number, number, number]): Widget => ({
  id,
  type: 'CHART',
  position: { x, y, w, h },
  config: { reportId, title: id },
})

/** A filter, the table, 9 numbers and 30 charts, of which few are visible. */
const widgets: Widget[] = [
  { id: 'status', type: 'FILTER', position: { x: 0, y: 0, w: 12, h: 1 }, config: { member: 'orders.status', label: 'Status' } },
  widget('table', tableReport, [0, 1, 12, 5]),
  ...Array.from({ length: 9 }, (_, index) => widget(`kpi-${index}`, kpiReport, [(index % 3) * 4, 6 + Math.floor(index / 3) * 2, 4, 2])),
  ...Array.from({ length: 30 }, (_, index) =>
    widget(`chart-${index}`, firstChartReport + (index % specs.length), [(index % 3) * 4, 12 + Math.floor(index / 3) * 4, 4, 4]),
  ),
]

const snapshot = (reportId: number, kind: 'table' | 'kpi' | 'vega', spec: unknown): Snapshot => ({
  id: reportId,
  versionId: reportId,
  reportId,
  versionNumber: 1,
  name: `Report ${reportId}`,
  kind,
  spec: spec as NonNullable<Snapshot['spec']>,
})

/** A dashboard with a table of this many rows, and 40 other widgets. */
export const largeDashboard = async (tableRows: number): Promise<FakeDashboard> => {
  const charts = await compiledCharts()
  const reportSnapshots = [
    snapshot(tableReport, 'table', null),
    snapshot(kpiReport, 'kpi', null),
    ...specs.map((spec, index) => snapshot(firstChartReport + index, 'vega', spec)),
  ]
  return {
    bootstrapOf: (wish) => {
      const base = bootstrapOf(wish)
      const dashboard = { ...base.dashboard, config: { widgets }, reportSnapshots }
      return { ...base, dashboard, charts, parts: ['table', 'controls', 'kpi', 'vega'], embedTheme: {}, timezone: 'UTC' }
    },
    linesFor: (sent) => linesFor(sent, tableRows),
  }
}
