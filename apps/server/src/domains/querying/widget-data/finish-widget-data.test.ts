import { describe, expect, it } from 'vitest'
import { answerWith, filterWidget, givenBoard, givenViewer, linesIn, queriesOf, useLoadEngine, useServer } from '#test'

const server = useServer()
const engine = useLoadEngine(server)

const time = 'orders.created_at'
const count = 'orders.count'
const query = { measures: [count], timeDimensions: [{ dimension: time, granularity: 'month' }] }
const meta = {
  fillMissingRows: { member: time },
  periodComparisons: [{ measure: count, timeDimension: time, offset: { amount: 1, unit: 'year' } }],
}

/** Has loads answered with these months, and the days that were asked for as they were said. */
const answerMonths = (months: string[], measures: object[]) => {
  engine().describe(measures)
  engine().answer((request, response) => {
    const [asked] = queriesOf(engine().asked.slice(-1))
    const columns = [months.map((month) => `${month}-01T00:00:00.000`), months.map(() => '7')]
    const body = { query: asked, data: { members: [`${time}.month`, count], columns }, annotation: {} }
    answerWith(200, JSON.stringify(body))(request, response)
  })
}

const givenFilled = async (more: object, controls: Parameters<typeof givenBoard>[3] = []) => {
  const owner = await server.admin()
  const report = { query: { ...query, ...more }, meta: { fillMissingRows: { member: time } } }
  const { dashboard, params } = await givenBoard(server, owner, [report], controls)
  const { api } = await givenViewer(server, owner)
  return async () => {
    const lines = await linesIn(api.streamWidgetData({ params, body: { versionId: dashboard.versionId, widgetIds: ['chart-0'] } }))
    const data = lines.find((line) => line.type === 'data')
    return { notes: data?.notes, rows: data?.values.at(-1) }
  }
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

describe('rows that were cut off', () => {
  const sums = [
    { name: count, aggType: 'sum' },
    { name: 'orders.revenue', aggType: 'sum' },
  ]
  const atLeast = (member: string) => ({ filters: [{ or: [{ member, operator: 'gte', values: ['5'] }] }] })

  it.each([
    ['its own limit', { limit: 2 }],
    ['an offset', { offset: 1 }],
    ['a filter on its measure', atLeast(count)],
    ['a filter on another measure', atLeast('orders.revenue')],
  ])('by %s are not filled with nothing', async (_, more) => {
    const ask = await givenFilled(more)
    answerMonths(['2026-01', '2026-03'], sums)

    expect(await ask()).toEqual({ notes: ['fill_skipped'], rows: ['7', '7'] })
  })

  it('by a filter of the viewer on a measure are not filled with nothing', async () => {
    const ask = await givenFilled({}, [filterWidget('least', { member: count, operator: 'greater_than', defaultValue: 5 })])
    answerMonths(['2026-01', '2026-03'], sums)

    expect(await ask()).toEqual({ notes: ['fill_skipped'], rows: ['7', '7'] })
  })

  it('are not there below the limit, from the first row and by filters of dimensions', async () => {
    const filters = [{ member: 'orders.status', operator: 'set' }]
    const ask = await givenFilled({ limit: 3, offset: 0, filters })
    answerMonths(['2026-01', '2026-03'], sums)

    expect(await ask()).toEqual({ notes: ['rows_filled'], rows: ['7', '0', '7'] })
  })
})

it('fills between the days of the time itself, and not of one whose name its own begins with', async () => {
  const other = { dimension: 'orders.created', dateRange: ['2025-11-01', '2026-01-31'] }
  const ask = await givenFilled({ timeDimensions: [other, { dimension: time, granularity: 'month' }] })
  answerMonths(['2026-01', '2026-02'], [{ name: count, aggType: 'sum' }])

  expect(await ask()).toMatchObject({ rows: ['7', '7'] })
})

it.each([
  ['between', ['2026-03-01', '2026-05-31'], ['rows_filled'], ['7', '0', '7']],
  ['greater_than', ['2026-02-28'], ['rows_filled'], ['7', '0', '7']],
  ['not_equals', ['2026-01-01'], ['fill_skipped'], ['7', '7']],
  ['greater_than', ['2026-05-31'], ['fill_skipped'], ['7', '7']],
] as const)('fills only days that a filter of the viewer leaves: %s', async (operator, defaultValue, notes, rows) => {
  const timeDimensions = [{ dimension: time, granularity: 'month', dateRange: ['2026-01-01', '2026-05-31'] }]
  const ask = await givenFilled({ timeDimensions }, [filterWidget('when', { member: time, operator, defaultValue: [...defaultValue] })])
  answerMonths(['2026-03', '2026-05'], [{ name: count, aggType: 'sum' }])

  expect(await ask()).toEqual({ notes, rows })
})

it('does not take a running total for nothing where there are no rows', async () => {
  const ask = await givenFilled({})
  answerMonths(['2026-01', '2026-03'], [{ name: count, aggType: 'sum', cumulative: true }])

  expect(await ask()).toEqual({ notes: ['rows_filled'], rows: ['7', null, '7'] })
})

it('fills missing rows and compares with the period before, by the days that the engine took', async () => {
  const owner = await server.admin()
  const filter = filterWidget('when', { member: time, defaultValue: 'this quarter' })
  const { dashboard, params } = await givenBoard(server, owner, [{ query, meta }], [filter])
  const { api } = await givenViewer(server, owner)
  engine().describe([{ name: count, aggType: 'sum' }])
  engine().answer((request, response) => {
    const { body = '' } = engine().asked.at(-1) ?? {}
    const isBefore = body.includes('2025-')
    const dateRange = ['2026-01-01T00:00:00.000', '2026-03-31T23:59:59.999']
    const row = { [`${time}.month`]: isBefore ? '2025-02-01T00:00:00.000' : '2026-01-01T00:00:00.000', [count]: isBefore ? '4' : '7' }
    answerWith(200, JSON.stringify({ query: { timeDimensions: [{ dimension: time, dateRange }] }, data: [row], annotation: {} }))(
      request,
      response,
    )
  })

  const [, data] = await linesIn(api.streamWidgetData({ params, body: { versionId: dashboard.versionId, widgetIds: ['chart-0'] } }))

  if (data?.type !== 'data') throw new Error(`There is no data: ${JSON.stringify(data)}`)
  expect(data).toMatchObject({ rowCount: 3, notes: ['rows_filled'] })
  expect((data.values[0] as number[]).map(dayText)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
  expect(data.values.slice(1)).toEqual([
    ['7', '0', '0'],
    [null, '4', null],
  ])
  expect(data.columns[2]).toMatchObject({ member: `${count}.previous.1_year`, comparison: { of: count, output: 'previous' } })
  expect(queriesOf(engine().asked).map(({ timeDimensions }) => timeDimensions)).toEqual([
    [{ dimension: time, granularity: 'month', dateRange: 'this quarter' }],
    [{ dimension: time, granularity: 'month', dateRange: ['2025-01-01T00:00:00.000', '2025-03-31T23:59:59.999'] }],
  ])
})

describe('isAdditive', () => {
  it.each([
    ['with filling', { fillMissingRows: { member: time } }],
    ['without filling', {}],
  ])('is told of every measure, %s', async (_, form) => {
    const owner = await server.admin()
    const measures = [count, 'orders.average', 'orders.hidden']
    const { dashboard, params } = await givenBoard(server, owner, [{ query: { ...query, measures }, meta: form }])
    const { api } = await givenViewer(server, owner)
    engine().describe([
      { name: count, aggType: 'count' },
      { name: 'orders.average', aggType: 'avg' },
    ])

    const lines = await linesIn(api.streamWidgetData({ params, body: { versionId: dashboard.versionId, widgetIds: ['chart-0'] } }))

    const data = lines.find((line) => line.type === 'data')
    expect(data?.columns.map(({ isAdditive }) => isAdditive)).toEqual([null, true, false, null])
  })
})
