import { expect, it } from 'vitest'
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

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

it('fills missing rows and compares with the period before, by the days that the engine took', async () => {
  const owner = await server.admin()
  const filter = filterWidget('when', { member: time, defaultValue: 'this quarter' })
  const { dashboard, params } = await givenBoard(server, owner, [{ query, meta }], [filter])
  const { api } = await givenViewer(server, owner)
  engine().answer((request, response) => {
    const { url = '', body = '' } = engine().asked.at(-1) ?? {}
    if (url.endsWith('/meta'))
      return answerWith(200, JSON.stringify({ cubes: [{ measures: [{ name: count, aggType: 'sum' }] }] }))(request, response)
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
  const loads = engine().asked.filter(({ url }) => url.endsWith('/load'))
  expect(queriesOf(loads).map(({ timeDimensions }) => timeDimensions)).toEqual([
    [{ dimension: time, granularity: 'month', dateRange: 'this quarter' }],
    [{ dimension: time, granularity: 'month', dateRange: ['2025-01-01T00:00:00.000', '2025-03-31T23:59:59.999'] }],
  ])
})
