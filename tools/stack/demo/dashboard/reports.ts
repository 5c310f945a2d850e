/** What the dashboard of the demo shows, each a report of its workbook. Its rows are those of the company that looks: no query names one. */
type Query = {
  measures: string[]
  dimensions?: string[]
  timeDimensions?: { dimension: string; granularity?: string }[]
  order?: Record<string, 'asc' | 'desc'>
  limit?: number
}

export type DemoReport = {
  name: string
  publicId: string
  title: string
  query: Query
  meta: { kind: 'kpi' | 'vega' | 'table'; spec?: object; preferences?: object; fillMissingRows?: { member: string } }
}

const [revenue, orders, returns] = ['sales.revenue', 'sales.orders_count', 'sales.returns_rate']
const [time, channel, category, country, product] = [
  'sales.ordered_at',
  'sales.channel',
  'sales.products_category',
  'sales.customers_country',
  'sales.products_name',
]

const byMonth = [{ dimension: time, granularity: 'month' }]
const inDollars = { columnFormats: { [revenue]: { type: 'currency', decimalPlaces: 0 } } }

/** The sum of the months, which a month without orders does not change; and how it came about. */
const kpi = (name: string, publicId: string, member: string, label: string, preferences?: object): DemoReport => ({
  name,
  publicId,
  title: name,
  query: { measures: [member], timeDimensions: byMonth, order: { [time]: 'asc' } },
  meta: {
    kind: 'kpi',
    spec: {
      blocks: [
        { type: 'number', member, label },
        { type: 'sparkline', member, timeDimension: time },
      ],
    },
    fillMissingRows: { member: time },
    ...(preferences ? { preferences } : {}),
  },
})

const amount = {
  field: revenue,
  type: 'quantitative',
  title: null,
  axis: { format: '$~s', labelExpr: "datum.value ? datum.label : '0'", labelSeparation: 8, grid: true, tickCount: 4, domain: false },
}
const overTime = { field: time, type: 'temporal', title: null, axis: { grid: false, labelFlush: true } }

const vega = (
  name: string,
  publicId: string,
  query: Query,
  spec: object,
  more: { title?: string; preferences?: object } = {},
): DemoReport => {
  const { title = name, ...meta } = more
  return { name, publicId, title, query, meta: { kind: 'vega', spec, ...meta } }
}
const nominal = (field: string, more: object): object => ({ field, type: 'nominal', title: null, ...more })
const withoutAxis = { domain: false, ticks: false }
const byValue = { order: { [revenue]: 'desc' } } as const
const inOrder = { order: { [time]: 'asc' } } as const

export const reports = {
  revenue: kpi('Revenue', 'DemoRevenue1', revenue, 'of orders that were kept', inDollars),
  orders: kpi('Orders', 'DemoOrders01', orders, 'whatever became of them'),
  // Monthly rates cannot be added up: this rate is that of all months.
  returns: {
    name: 'Returns',
    publicId: 'DemoReturns1',
    title: 'Returns',
    query: { measures: [returns] },
    meta: {
      kind: 'kpi',
      spec: {
        blocks: [
          { type: 'number', member: returns, label: 'of orders that were delivered' },
          { type: 'progress', member: returns, target: 0.2, label: 'Limit' },
        ],
      },
      preferences: { columnFormats: { [returns]: { type: 'percent', decimalPlaces: 1 } } },
    },
  },
  overTime: vega(
    'Revenue over time',
    'DemoOverTime',
    { measures: [revenue], timeDimensions: byMonth, ...inOrder },
    {
      mark: { type: 'area', line: true, opacity: 0.25, interpolate: 'monotone', tooltip: true },
      encoding: { x: overTime, y: amount },
    },
    { preferences: inDollars },
  ),
  channels: vega(
    'Orders by channel',
    'DemoChannels',
    { measures: [orders], dimensions: [channel], timeDimensions: byMonth, ...inOrder },
    {
      mark: { type: 'bar', tooltip: true },
      encoding: {
        x: { ...overTime, timeUnit: 'yearmonth' },
        y: { field: orders, type: 'quantitative', title: null, stack: 'zero', axis: { tickCount: 4, domain: false } },
        color: nominal(channel, { legend: { orient: 'top' } }),
      },
    },
  ),
  categories: vega(
    'Revenue by category',
    'DemoCategory',
    { measures: [revenue], dimensions: [category], ...byValue },
    {
      mark: { type: 'bar', cornerRadiusEnd: 3, tooltip: true },
      encoding: { y: nominal(category, { sort: '-x', axis: withoutAxis }), x: amount },
    },
    { preferences: inDollars },
  ),
  countries: vega(
    'When countries buy',
    'DemoCountry1',
    { measures: [revenue], dimensions: [country], timeDimensions: byMonth },
    {
      mark: { type: 'rect', tooltip: true },
      encoding: {
        x: { field: time, type: 'ordinal', timeUnit: 'month', title: null, axis: { labelAngle: 0, ...withoutAxis } },
        y: nominal(country, { axis: withoutAxis }),
        color: { field: revenue, type: 'quantitative', aggregate: 'sum', title: null },
      },
    },
    { title: 'Revenue by country and month', preferences: inDollars },
  ),
  products: {
    name: 'Best sellers',
    publicId: 'DemoProducts',
    title: 'Best sellers',
    query: { measures: [revenue, 'sales.units', orders], dimensions: [product, category], ...byValue, limit: 500 },
    meta: {
      kind: 'table',
      spec: {
        columns: [
          { member: product, title: 'Product' },
          { member: category, title: 'Category' },
          { member: revenue, title: 'Revenue' },
          { member: 'sales.units', title: 'Units' },
          { member: orders, title: 'Orders' },
        ],
      },
      preferences: inDollars,
    },
  },
} satisfies Record<string, DemoReport>

export type DemoReportName = keyof typeof reports
