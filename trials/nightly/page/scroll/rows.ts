const column = (member: string, more: object = {}): object => ({
  member,
  aliases: [],
  title: member,
  shortTitle: member.split('.')[1],
  type: 'string',
  kind: 'dimension',
  granularity: null,
  format: null,
  currency: null,
  isAdditive: null,
  comparison: null,
  ...more,
})
const measure = (member: string): object => column(member, { type: 'number', kind: 'measure', isAdditive: true, format: 'currency' })

export const statuses = ['paid', 'open', 'returned', 'cancelled']

/** Another answer for every state of the filter, so that nothing of the one before is of use. */
const amount = (row: number, chosen: string): string => (((row * 7919 + chosen.length * 104_729) % 100_000) / 100).toFixed(2)

const data = (widgetId: string, columns: object[], values: unknown[][]): object => ({
  type: 'data',
  widgetIds: [widgetId],
  columns,
  rowCount: values[0]?.length ?? 0,
  values,
  isTruncated: false,
  refreshedAt: null,
  notes: [],
})

const tableOf = (rowCount: number, chosen: string): object => {
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  return data(
    'table',
    [
      column('orders.customer'),
      column('orders.status'),
      column('orders.day', { type: 'time', kind: 'time', granularity: 'day' }),
      measure('orders.revenue'),
    ],
    [
      rows.map((row) => `${chosen} ${row + 1}`),
      rows.map((row) => statuses[row % statuses.length]),
      rows.map((row) => Date.UTC(2025, 0, 1 + (row % 365))),
      rows.map((row) => amount(row, chosen)),
    ],
  )
}

const months = Array.from({ length: 12 * statuses.length }, (_, row) => row)

const chartOf = (widgetId: string, chosen: string): object =>
  data(
    widgetId,
    [column('orders.month', { type: 'time', kind: 'time', granularity: 'month' }), column('orders.status'), measure('orders.revenue')],
    [
      months.map((row) => Date.UTC(2025, row % 12, 1)),
      months.map((row) => statuses[Math.floor(row / 12)]),
      months.map((row) => amount(row + widgetId.length, chosen)),
    ],
  )

export type Asked = { widgetIds: string[]; filters: { widgetId: string; value: string[] | string | null }[] }

/** The lines of an answer, as the contract has them. */
export const linesFor = ({ widgetIds, filters }: Asked, rowCount: number): object[] => {
  const value = filters.find(({ widgetId }) => widgetId === 'status')?.value ?? null
  const chosen = value === null ? 'all' : [value].flat().join('+')
  return [
    {
      type: 'controls',
      controls: [
        {
          widgetId: 'status',
          kind: 'filter',
          member: 'orders.status',
          operator: 'equals',
          value: value === null ? null : [value].flat(),
          visibility: 'visible',
          valueType: 'string',
        },
      ],
    },
    ...widgetIds.map((id) => (id === 'table' ? tableOf(rowCount, chosen) : chartOf(id, chosen))),
    { type: 'ended' },
  ]
}
