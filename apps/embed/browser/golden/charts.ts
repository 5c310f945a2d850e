import { chartShown, kpiShown, orders, revenueBlocks, tableShown } from '../gallery-widgets.ts'
import type { Shown } from '../gallery.tsx'
import { amountsOfOrders, emptySeries, gaps, hours, inJapanese, longLabels, onePoint, profits, rates, scattered } from './rows.ts'

/** How the page that shows a chart is opened. */
export type View = { scheme: 'light' | 'dark'; locale: string; width: number; zone: string }
export type GoldenChart = { name: string; shown: Shown; view: View }

const usual: View = { scheme: 'light', locale: 'en-US', width: 560, zone: 'Pacific/Auckland' }
const dark: View = { ...usual, scheme: 'dark' }
const narrow: View = { ...usual, width: 360 }

const month = { field: 'orders.created_at', type: 'temporal', title: null }
const monthBand = { ...month, timeUnit: 'yearmonth' }
const status = { field: 'orders.status', type: 'nominal' }
const region = { field: 'orders.region', type: 'nominal' }
const revenue = { field: 'orders.revenue', type: 'quantitative' }
const sum = { ...revenue, aggregate: 'sum' }
const count = { field: 'orders.count', type: 'quantitative' }

const stacked = { mark: 'bar', encoding: { x: monthBand, y: { ...revenue, stack: 'zero' }, color: status } }
const heatmap = {
  mark: 'rect',
  encoding: { x: { ...month, type: 'ordinal', timeUnit: 'month', axis: { labelAngle: 0 } }, y: { ...status, title: null }, color: sum },
}
const overHours = { mark: 'line', encoding: { x: { ...month }, y: { ...count, title: null } } }

const specs: Record<string, { spec: Record<string, unknown>; data?: Shown['data']; view?: View; height?: number }> = {
  bar: { spec: { mark: 'bar', encoding: { x: { ...status, sort: '-y' }, y: sum } } },
  'bar-stacked': { spec: stacked },
  'bar-grouped': { spec: { mark: 'bar', encoding: { x: { ...status, axis: { labelAngle: 0 } }, xOffset: region, y: sum, color: region } } },
  'bar-long-labels': {
    spec: { mark: 'bar', encoding: { y: { field: 'orders.category', type: 'nominal', title: null, sort: '-x' }, x: revenue } },
    data: longLabels,
  },
  'bar-negative': {
    spec: {
      mark: 'bar',
      encoding: {
        x: monthBand,
        y: { field: 'orders.profit', type: 'quantitative' },
        color: { condition: { test: "datum['orders.profit'] < 0", value: '#b3261e' }, value: '#2456d6' },
      },
    },
    data: profits,
  },
  line: { spec: { mark: 'line', encoding: { x: month, y: { ...count, aggregate: 'sum' } } } },
  'line-series': {
    spec: { mark: 'line', encoding: { x: month, y: { ...revenue, axis: { format: '$,.0f' } }, color: status, strokeDash: status } },
  },
  'line-gaps': { spec: { mark: { type: 'line', point: true }, encoding: { x: month, y: count, color: region } }, data: gaps },
  'line-empty-series': {
    spec: { mark: 'line', encoding: { x: month, y: count, color: { field: 'orders.channel', type: 'nominal' } } },
    data: emptySeries,
  },
  'line-one-point': { spec: { mark: { type: 'line', point: true }, encoding: { x: month, y: count } }, data: onePoint },
  area: { spec: { mark: { type: 'area', line: true, opacity: 0.3 }, encoding: { x: month, y: { ...sum, axis: { format: '$,.0f' } } } } },
  'area-shares': {
    spec: {
      mark: 'area',
      encoding: { x: month, y: { ...revenue, stack: 'normalize', title: null, axis: { format: '%' } }, color: status },
    },
  },
  scatter: { spec: { mark: 'point', encoding: { x: count, y: revenue, color: region, shape: region } }, data: scattered },
  heatmap: { spec: heatmap },
  donut: { spec: { mark: { type: 'arc', innerRadius: 60 }, encoding: { theta: sum, color: status } } },
  histogram: {
    spec: { mark: 'bar', encoding: { x: { ...revenue, bin: { maxbins: 20 } }, y: { aggregate: 'count', title: 'Orders' } } },
    data: amountsOfOrders,
  },
  'dual-axis': {
    spec: {
      layer: [
        { mark: { type: 'bar', opacity: 0.4 }, encoding: { x: monthBand, y: { ...count, aggregate: 'sum' } } },
        {
          mark: { type: 'line', strokeWidth: 3, color: '#b87f00' },
          encoding: { x: monthBand, y: { ...sum, axis: { format: '$,.0f', grid: false } } },
        },
      ],
      resolve: { scale: { y: 'independent' } },
    },
  },
  'time-by-hour': { spec: overHours, data: hours },
  'hours-in-german': { spec: overHours, data: hours, view: { ...usual, locale: 'de-DE' } },
  'rates-in-german': {
    spec: {
      layer: [
        {
          mark: 'bar',
          encoding: {
            y: { field: 'orders.country', type: 'nominal', title: null },
            x: { field: 'orders.rate', type: 'quantitative', scale: { domainMax: 0.2 }, axis: { format: '.1%' } },
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 4 },
          encoding: {
            y: { field: 'orders.country', type: 'nominal' },
            x: { field: 'orders.rate', type: 'quantitative' },
            text: { field: 'orders.revenue', type: 'quantitative', format: '$,.2f' },
          },
        },
      ],
    },
    data: rates,
    view: { ...usual, locale: 'de-DE' },
  },
  'in-japanese': {
    spec: { mark: 'bar', encoding: { x: monthBand, y: revenue, color: { field: 'orders.shop', type: 'nominal' } } },
    data: inJapanese,
    view: { ...usual, locale: 'ja-JP' },
  },
  'narrow-stacked': { spec: stacked, view: narrow },
  'narrow-heatmap': { spec: heatmap, view: narrow },
  'low-heatmap': { spec: heatmap, height: 170 },
  'dark-stacked': { spec: stacked, view: dark },
  'dark-heatmap': { spec: heatmap, view: dark },
}

const kpi = (name: string, view: View): GoldenChart => ({
  name,
  view,
  shown: kpiShown(name, revenueBlocks, orders),
})

const table = (name: string, view: View): GoldenChart => ({ name, view, shown: { ...tableShown(name, rates), height: 300 } })

/** What is held to pictures: every kind of chart, and what charts get wrong. */
export const goldenCharts: readonly GoldenChart[] = [
  ...Object.entries(specs).map(([name, { spec, data, view = usual, height = 280 }]) => ({
    name,
    view,
    shown: { ...chartShown(name, spec, data ?? orders), height },
  })),
  kpi('kpi', usual),
  kpi('dark-kpi', dark),
  table('table', usual),
]

export const goldenChart = (name: string): GoldenChart => {
  const found = goldenCharts.find((each) => each.name === name)
  if (!found) throw new Error(`There is no golden chart "${name}".`)
  return found
}
