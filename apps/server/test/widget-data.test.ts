import { expect, it } from 'vitest'
import { awaitBuild, filterWidget, givenBoard, givenViewer, linesIn, readFromWarehouse, useServer, useWarehouse } from '#test'
import { givenOracle, oracleTables, runOracle } from './widget-oracle/index.ts'

const server = useServer({}, { hasEveryRole: true })
const warehouse = useWarehouse('create table nothing (id int)', ...oracleTables)

const query = { measures: ['sales.count', 'sales.total_amount'], dimensions: ['sales.region'] }

it('answers a frame from a real engine, with the rows that its session may see', async () => {
  const owner = await server.admin()
  expect(await awaitBuild(owner)).toMatchObject({ status: 'built' })
  await readFromWarehouse(owner, warehouse())
  await owner.api.createGroup({ body: { name: 'sales' } })
  await owner.api.createUserAttribute({ body: { name: 'region', type: 'string' } })
  const { dashboard, params } = await givenBoard(
    server,
    owner,
    [{ query }, { query: { ...query, dimensions: ['sales.not_there'] } }],
    [filterWidget('region', { view: 'sales', dimension: 'region' })],
  )
  const { api } = await givenViewer(server, owner, { groups: ['sales'], userAttributes: [{ name: 'region', value: 'eu' }] })
  const { versionId } = dashboard
  const ask = (value: string) =>
    linesIn(
      api.streamWidgetData({ params, body: { versionId, widgetIds: ['chart-0', 'chart-1'], filters: [{ widgetId: 'region', value }] } }),
    )

  const lines = await ask('eu')

  expect(lines.find(({ type }) => type === 'data')).toMatchObject({
    widgetIds: ['chart-0'],
    columns: [
      { member: 'sales.region', title: 'Sales Region', type: 'string', kind: 'dimension' },
      { member: 'sales.count', shortTitle: 'Count', type: 'number', kind: 'measure' },
      { member: 'sales.total_amount', kind: 'measure' },
    ],
    rowCount: 1,
    values: [['eu'], ['3'], ['250']],
    refreshedAt: expect.stringMatching(/Z$/),
  })
  expect(lines.find(({ type }) => type === 'failed')).toMatchObject({
    widgetIds: ['chart-1'],
    code: expect.stringMatching(/invalid_query|query_failed/),
  })
  expect((await ask('us')).find(({ type }) => type === 'data')).toMatchObject({ rowCount: 0 })
  expect(await api.listFilterChoices({ params, body: { versionId, widgetId: 'region' } })).toEqual({
    items: [{ value: 'eu', label: 'eu' }],
    hasMore: false,
  })
})

// The seed draws ranges that end with a short month, day by day comparisons with one, and filters that exclude each other.
it('shows in every cell what plain SQL says', async () => {
  const oracle = await givenOracle(server, warehouse)

  const { cases, filled, compared, differences } = await runOracle({ ...oracle, seed: 80, reports: 20, requests: 10 })

  expect(differences).toEqual([])
  expect(cases).toBe(200)
  expect(Math.min(filled, compared)).toBeGreaterThan(10)
})
