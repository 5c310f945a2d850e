import { compileChart } from '@facet/chart-spec/compile'
import { charts } from '@facet/chart-spec/fixtures'
import type { Column, Snapshot, Widget, WidgetData } from '../src/widgets/types.ts'
import { column, measure, rowsOf } from '../test/widgets/rows.ts'
import type { Shown } from './gallery.tsx'

const status = column('orders.status', { shortTitle: 'Status' })
const region = column('orders.region', { shortTitle: 'Region' })
const month = column('orders.created_at', {
  shortTitle: 'Created',
  type: 'time',
  kind: 'time',
  granularity: 'month',
  aliases: ['orders.created_at.month'],
})
const revenue = measure('orders.revenue', { title: 'Orders Revenue', shortTitle: 'Revenue', format: 'currency' })
const count = measure('orders.count', { shortTitle: 'Count' })

const statuses = ['paid', 'open', 'returned', 'cancelled']

/** A year of orders by month, status and region. Numbers are made up, the same each time, and are text as the engine sends them. */
export const orders: WidgetData = (() => {
  const rows = Array.from({ length: 12 * statuses.length }, (_, index) => ({
    at: Math.floor(index / statuses.length),
    of: index % statuses.length,
  }))
  const amount = ({ at, of }: { at: number; of: number }): number => 900 - of * 190 + at * 35 + ((at * 7 + of * 13) % 11) * 40
  return rowsOf(
    [month, rows.map(({ at }) => Date.UTC(2025, at, 1))],
    [status, rows.map(({ of }) => statuses[of])],
    [region, rows.map(({ at, of }) => ['North', 'South'][(at + of) % 2])],
    [revenue, rows.map((row) => (amount(row) * 13.37).toFixed(2))],
    [count, rows.map((row) => String(amount(row)))],
  )
})()

const widgetOf = (id: string, more: Partial<Widget> = {}): Widget => ({ id, type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 }, ...more })
const reportOf = (kind: 'vega' | 'table' | 'kpi' | 'html', spec: unknown, name: string): Snapshot => ({
  id: 1,
  versionId: 1,
  reportId: 1,
  versionNumber: 1,
  name,
  kind,
  spec: spec as NonNullable<Snapshot['spec']>,
})

const idOf = (name: string): string => name.replaceAll(' ', '-')

export const chartShown = (name: string, spec: Record<string, unknown> = charts[name] ?? {}, data = orders): Shown => {
  const compiled = compileChart(spec)
  if ('problem' in compiled) throw new Error(`${name}: ${compiled.problem.what}`)
  return {
    widget: widgetOf(idOf(name)),
    report: reportOf('vega', spec, name),
    chart: { reportId: 1, vega: compiled.vega, refusal: null },
    data,
    height: 300,
  }
}

/** A number with its target, progress and history. */
export const revenueBlocks: readonly object[] = [
  { type: 'number', member: 'orders.revenue', label: 'Revenue this year' },
  { type: 'comparison', member: 'orders.revenue', to: 420_000 },
  { type: 'progress', member: 'orders.revenue', target: 600_000 },
  { type: 'sparkline', member: 'orders.revenue', timeDimension: 'orders.created_at' },
]

export const kpiShown = (id: string, blocks: readonly object[] | null, data: WidgetData): Shown => ({
  widget: widgetOf(id),
  report: reportOf('kpi', blocks ? { blocks } : null, id),
  chart: null,
  data,
  height: 220,
})

export const tableShown = (id: string, data: WidgetData, spec: unknown = null): Shown => ({
  widget: widgetOf(id, { config: { title: 'Orders' } }),
  report: reportOf('table', spec, id),
  chart: null,
  data,
  height: 360,
})

export const textShown = (id: string, text: string): Shown => ({
  widget: widgetOf(id, { type: 'TEXT', config: { text } }),
  report: null,
  chart: null,
  data: null,
  height: 360,
})

export const htmlShown = (id: string, template: string, data = orders): Shown => ({
  widget: widgetOf(id),
  report: reportOf('html', template, id),
  chart: null,
  data,
  height: 300,
})

export const manyRows = (rowCount: number): WidgetData => {
  const rows = Array.from({ length: rowCount }, (_, index) => index)
  const customer: Column = column('orders.customer', { shortTitle: 'Customer' })
  return rowsOf(
    [customer, rows.map((row) => `Customer ${row + 1}`)],
    [status, rows.map((row) => statuses[row % statuses.length])],
    [
      column('orders.created_at', { shortTitle: 'Created', type: 'time', kind: 'time', granularity: 'day' }),
      rows.map((row) => Date.UTC(2025, 0, 1 + (row % 365))),
    ],
    [revenue, rows.map((row) => ((row * 7919) % 100_000) / 100).map(String)],
    [count, rows.map((row) => String((row * 31) % 97))],
  )
}
