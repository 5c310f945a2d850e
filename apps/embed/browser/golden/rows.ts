import { column, measure, rowsOf } from '../../test/widgets/rows.ts'
import type { WidgetData } from '../../src/widgets/types.ts'

const hourMs = 3_600_000

export const time = (member: string, granularity: string, shortTitle = 'Created') =>
  column(member, { shortTitle, type: 'time', kind: 'time', granularity, aliases: [`${member}.${granularity}`] })

const amounts = measure('orders.revenue', { shortTitle: 'Revenue', format: 'currency' })

/** Half of them lose money. */
export const profits: WidgetData = rowsOf(
  [time('orders.created_at', 'month'), Array.from({ length: 10 }, (_, month) => Date.UTC(2025, month, 1))],
  [measure('orders.profit', { shortTitle: 'Profit' }), ['420.5', '-310', '155', '-80.25', '510', '-495', '60', '-15', '330', '-220']],
)

/** Two gaps: one in the middle, and the end of the second line. */
export const gaps: WidgetData = (() => {
  const months = Array.from({ length: 12 }, (_, month) => month)
  const value = (of: number, month: number): string | null => {
    if (of === 0 && (month === 4 || month === 5)) return null
    return of === 1 && month > 8 ? null : String(40 + of * 30 + ((month * 17 + of * 5) % 23))
  }
  const rows = [0, 1].flatMap((of) => months.map((month) => ({ of, month })))
  return rowsOf(
    [time('orders.created_at', 'month'), rows.map(({ month }) => Date.UTC(2025, month, 1))],
    [column('orders.region', { shortTitle: 'Region' }), rows.map(({ of }) => ['North', 'South'][of])],
    [measure('orders.count', { shortTitle: 'Orders' }), rows.map(({ of, month }) => value(of, month))],
  )
})()

/** One of three series has no value at all. */
export const emptySeries: WidgetData = (() => {
  const rows = ['Shop', 'App', 'Phone'].flatMap((channel) => [0, 1, 2, 3, 4, 5].map((month) => ({ channel, month })))
  return rowsOf(
    [time('orders.created_at', 'month'), rows.map(({ month }) => Date.UTC(2025, month, 1))],
    [column('orders.channel', { shortTitle: 'Channel' }), rows.map(({ channel }) => channel)],
    [
      measure('orders.count', { shortTitle: 'Orders' }),
      rows.map(({ channel, month }) => (channel === 'Phone' ? null : String((channel === 'App' ? 80 : 30) + ((month * 13) % 17)))),
    ],
  )
})()

export const onePoint: WidgetData = rowsOf(
  [time('orders.created_at', 'month'), [Date.UTC(2025, 4, 1)]],
  [measure('orders.count', { shortTitle: 'Orders' }), ['42']],
)

/** Two days by the hour. Midnight is where the wall clock of the query has it, wherever the browser is. */
export const hours: WidgetData = (() => {
  const rows = Array.from({ length: 48 }, (_, hour) => hour)
  return rowsOf(
    [time('orders.created_at', 'hour'), rows.map((hour) => Date.UTC(2025, 2, 8) + hour * hourMs)],
    [
      measure('orders.count', { shortTitle: 'Orders' }),
      rows.map((hour) => String(20 + Math.round(15 * Math.sin((hour - 8) / 3.8)) + (hour % 5))),
    ],
  )
})()

export const longLabels: WidgetData = rowsOf(
  [
    column('orders.category', { shortTitle: 'Category' }),
    [
      'Household appliances and replacement parts',
      'Garden, balcony and outdoor furniture',
      'Books',
      'Computers, tablets and their accessories',
      'Donaudampfschifffahrtsgesellschaftskapitänsmützen',
    ],
  ],
  [amounts, ['48210.75', '39120', '8800.5', '61999', '1204.2']],
)

export const rates: WidgetData = rowsOf(
  [column('orders.country', { shortTitle: 'Country' }), ['Chile', 'Denmark', 'France', 'Japan', 'Spain']],
  [
    measure('orders.rate', { shortTitle: 'Returned', format: 'percent', isAdditive: false }),
    ['0.0825', '0.031', '0.1475', '0.012', '0.0999'],
  ],
  [amounts, ['1234567.89', '845000.5', '2310000', '412.25', '98765.4']],
)

export const inJapanese: WidgetData = (() => {
  const shops = ['東京本店', '大阪', '札幌', '福岡']
  const rows = shops.flatMap((shop, of) => Array.from({ length: 6 }, (_, month) => ({ shop, of, month })))
  return rowsOf(
    [time('orders.created_at', 'month', '注文日'), rows.map(({ month }) => Date.UTC(2025, month, 1))],
    [column('orders.shop', { shortTitle: '店舗' }), rows.map(({ shop }) => shop)],
    [
      measure('orders.revenue', { shortTitle: '売上' }),
      rows.map(({ of, month }) => String(12_000 - of * 2300 + ((month * 7 + of * 3) % 9) * 700)),
    ],
  )
})()

export const scattered: WidgetData = (() => {
  const rows = Array.from({ length: 60 }, (_, row) => row)
  return rowsOf(
    [column('orders.region', { shortTitle: 'Region' }), rows.map((row) => ['North', 'South', 'West'][row % 3])],
    [measure('orders.count', { shortTitle: 'Orders' }), rows.map((row) => String(10 + ((row * 37) % 90)))],
    [amounts, rows.map((row) => String(200 + ((row * 37) % 90) * 11 + ((row * 53) % 40) * 9))],
  )
})()

/** Some 400 amounts, most of them small. */
export const amountsOfOrders: WidgetData = rowsOf([
  amounts,
  Array.from({ length: 400 }, (_, row) => String(Math.round(20 + 480 * (((row * 197) % 400) / 400) ** 3))),
])
