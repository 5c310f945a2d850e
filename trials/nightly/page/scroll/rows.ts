import type { WidgetDataLine } from '@facet/contract'
import { chosenStatus, control, dataOf, type Sent } from '../../../../apps/embed/browser/fake-dashboard.ts'
import { column, measure, rowsOf } from '../../../../apps/embed/test/widgets/rows.ts'

/** Choices of the filter, as the fake service lists them. */
export const statuses = ['shipped', 'open', 'none']

const status = column('orders.status')
const revenue = measure('orders.revenue', { format: 'currency' })
const timeColumn = (member: string, granularity: 'day' | 'month') => column(member, { type: 'time', kind: 'time', granularity })

/** Different values for every state of the filter, so that nothing can be reused. */
const amount = (row: number, chosen: string): string => (((row * 7919 + chosen.length * 104_729) % 100_000) / 100).toFixed(2)

const tableOf = (rowCount: number, chosen: string): WidgetDataLine => {
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  const data = rowsOf(
    [column('orders.customer'), rows.map((row) => `${chosen} ${row + 1}`)],
    [status, rows.map((row) => statuses[row % statuses.length])],
    [timeColumn('orders.day', 'day'), rows.map((row) => Date.UTC(2025, 0, 1 + (row % 365)))],
    [revenue, rows.map((row) => amount(row, chosen))],
  )
  return dataOf('table', data)
}

const months = Array.from({ length: 12 * statuses.length }, (_, row) => row)

const chartOf = (widgetId: string, chosen: string): WidgetDataLine => {
  const data = rowsOf(
    [timeColumn('orders.month', 'month'), months.map((row) => Date.UTC(2025, row % 12, 1))],
    [status, months.map((row) => statuses[Math.floor(row / 12)])],
    [revenue, months.map((row) => amount(row + widgetId.length, chosen))],
  )
  return dataOf(widgetId, data)
}

/** The data of these widgets. */
export const linesFor = ({ widgetIds, filters }: Sent, rowCount: number): WidgetDataLine[] => {
  const value = chosenStatus(filters)
  const chosen = value?.join('+') ?? 'all'
  return [
    { type: 'controls', controls: [control('status', 'orders.status', { value })] },
    ...widgetIds.map((id) => (id === 'table' ? tableOf(rowCount, chosen) : chartOf(id, chosen))),
    { type: 'ended' },
  ]
}
