import type { WidgetDataLine } from '@facet/contract'
import { describe, expect } from 'vitest'
import {
  answerWith,
  failureOf,
  filterWidget,
  type GivenBoard,
  givenBoard,
  givenDashboard,
  givenViewer,
  grainWidget,
  linesIn,
  pinnedOf,
  queriesOf,
  refusalOf,
  useLoadEngine,
  useServer,
  variableValue,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server)
const engine = useLoadEngine(server)

const count = { measures: ['orders.count'] }
const byMonth = { ...count, timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }] }

type Asked = {
  widgetIds?: string[]
  filters?: { widgetId: string; value?: string | string[] }[]
  timeGrains?: { widgetId: string; grain: string }[]
}
type Viewer = Awaited<ReturnType<typeof givenViewer>>

const ask = ({ api }: Pick<Viewer, 'api'>, { dashboard, params }: GivenBoard, asked: Asked = {}) =>
  linesIn(api.streamWidgetData({ params, body: { versionId: dashboard.versionId, widgetIds: ['chart-0'], ...asked } }))

const given = async (...board: Parameters<typeof givenBoard> extends [unknown, unknown, ...infer Rest] ? Rest : never) => {
  const owner = await server.admin()
  const shown = await givenBoard(server, owner, ...board)
  return { owner, shown, viewer: await givenViewer(server, owner) }
}

const ofType = <T extends WidgetDataLine['type']>(lines: WidgetDataLine[], type: T) =>
  lines.filter((line): line is Extract<WidgetDataLine, { type: T }> => line.type === type)

describe('streamWidgetData', () => {
  it('asks the query of the published report as the session that looks, and answers with columns', async ({ owner }) => {
    const query = { ...byMonth, dimensions: ['orders.status'] }
    const shown = await givenBoard(server, owner, [{ query }])
    const viewer = await givenViewer(server, owner, { securityContext: { shop: 7 } })
    engine().answer(
      answerWith(
        200,
        JSON.stringify({
          data: {
            members: ['orders.status', 'orders.created_at.month', 'orders.created_at', 'orders.count'],
            columns: [
              ['open', null],
              ['2026-01-01T00:00:00.000', null],
              ['2026-01-01T00:00:00.000', null],
              ['12', '3'],
            ],
          },
          annotation: {
            measures: {
              'orders.count': { title: 'Orders Count', shortTitle: 'Count', type: 'number', format: 'percent', currency: 'eur' },
            },
          },
          lastRefreshTime: '2026-11-16T12:00:00.000Z',
        }),
      ),
    )

    const lines = await ask(viewer, shown)

    expect(lines).toMatchObject([
      { type: 'controls', controls: [] },
      {
        type: 'data',
        widgetIds: ['chart-0'],
        columns: [
          { member: 'orders.status', type: 'string', kind: 'dimension', currency: null },
          { member: 'orders.created_at', aliases: ['orders.created_at.month'], type: 'time', kind: 'time', granularity: 'month' },
          {
            member: 'orders.count',
            title: 'Orders Count',
            shortTitle: 'Count',
            type: 'number',
            kind: 'measure',
            format: 'percent',
            currency: 'EUR',
          },
        ],
        rowCount: 2,
        values: [
          ['open', null],
          [Date.UTC(2026, 0, 1), null],
          ['12', '3'],
        ],
        isTruncated: false,
        refreshedAt: '2026-11-16T12:00:00.000Z',
        notes: [],
      },
      { type: 'ended' },
    ])
    const [asked] = engine().asked
    expect(asked).toMatchObject({ method: 'POST', url: '/cubejs-api/v1/load' })
    expect(asked && pinnedOf(asked)).toMatchObject({ ctx: { shop: 7, cubeCloud: {} }, facet: { embed: true } })
    expect(queriesOf(engine().asked)).toEqual([{ ...query, limit: 5001, responseFormat: 'columnar' }])
    expect(engine().leases()).toBe(0)
  })

  it('takes widgets of the version that is shown, and nothing else', async () => {
    const { owner, shown, viewer } = await given([{ query: count }], [filterWidget('status', { member: 'orders.status' })])
    const other = await givenBoard(server, owner, [{ query: count }, { query: count }])
    const hidden = await givenDashboard(owner)
    const refusal = (board: GivenBoard, asked: Asked) => refusalOf(ask(viewer, board, asked))

    expect(await refusal(shown, { widgetIds: ['chart-0', 'chart-1'] })).toMatchObject({ status: 400, code: 'widget_unknown' })
    expect(await refusal(shown, { widgetIds: ['status'] })).toMatchObject({ status: 400, code: 'widget_without_data' })
    expect(await refusal({ ...shown, dashboard: other.dashboard }, {})).toMatchObject({ status: 409, code: 'dashboard_republished' })
    const notShared = { ...shown, params: { dashboardPublicId: hidden.dashboard.publicId } }
    expect(await refusal(notShared, {})).toMatchObject({ status: 404, code: 'dashboard_not_found' })
    expect(engine().asked).toEqual([])
  })

  it('asks equal queries once, and tells of every widget that shows the answer', async () => {
    const { shown, viewer } = await given([{ query: count }, { query: count }, { query: byMonth }])

    const lines = await ask(viewer, shown, { widgetIds: ['chart-2', 'chart-0', 'chart-1', 'chart-0'] })

    expect(engine().asked).toHaveLength(2)
    expect(ofType(lines, 'data').map(({ widgetIds }) => widgetIds)).toEqual(expect.arrayContaining([['chart-0', 'chart-1'], ['chart-2']]))
  })

  it('applies filters where the view is read, as the chart says, and grains where the time is grouped by', async () => {
    const { shown, viewer } = await given(
      [
        { query: byMonth },
        { query: { measures: ['users.count'] } },
        { query: { measures: ['users.count'] }, controls: { status: 'users.status' } },
        { query: byMonth, controls: { status: null, grain: null } },
      ],
      [filterWidget('status', { view: 'orders', dimension: 'status' }), grainWidget('grain', { member: 'orders.created_at' })],
    )
    const widgetIds = ['chart-0', 'chart-1', 'chart-2', 'chart-3']

    const lines = await ask(viewer, shown, {
      widgetIds,
      filters: [{ widgetId: 'status', value: ['open', 'paid'] }],
      timeGrains: [{ widgetId: 'grain', grain: 'week' }],
    })

    const values = { operator: 'equals', values: ['open', 'paid'] }
    const asked = queriesOf(engine().asked)
    expect(asked).toHaveLength(4)
    expect(asked).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          filters: [{ member: 'orders.status', ...values }],
          timeDimensions: [{ dimension: 'orders.created_at', granularity: 'week' }],
        }),
        { measures: ['users.count'], limit: 5001, responseFormat: 'columnar' },
        expect.objectContaining({ measures: ['users.count'], filters: [{ member: 'users.status', ...values }] }),
        { ...byMonth, limit: 5001, responseFormat: 'columnar' },
      ]),
    )
    const grained = ofType(lines, 'data').find(({ widgetIds: [id] }) => id === 'chart-0')
    expect(grained?.columns[0]).toMatchObject({
      member: 'orders.created_at',
      granularity: 'week',
      aliases: ['orders.created_at.week', 'orders.created_at.month'],
    })
  })

  it('prefers the sent value to the user attribute, and that to the default', async ({ owner }) => {
    await owner.api.createUserAttribute({ body: { name: 'region', type: 'string' } })
    await owner.api.createUserAttribute({ body: { name: 'blank', type: 'string' } })
    const shown = await givenBoard(
      server,
      owner,
      [{ query: count }],
      [
        filterWidget('region', { member: 'orders.region', defaultAttribute: 'region', defaultValue: 'none' }),
        filterWidget('blank', { member: 'orders.blank', defaultAttribute: 'blank', defaultValue: 'usual' }),
        filterWidget('locked', { member: 'orders.locked', defaultValue: 'shut', visibility: 'disabled' }),
        filterWidget('hidden', { member: 'orders.hidden', defaultValue: 5, operator: 'greater_than', visibility: 'hidden' }),
      ],
    )
    const viewer = await givenViewer(server, owner, { userAttributes: [{ name: 'region', value: 'eu' }] })
    const filtersOf = async (filters?: Asked['filters']) => {
      engine().asked.splice(0)
      const [controls] = ofType(await ask(viewer, shown, filters ? { filters } : {}), 'controls')
      const [query] = queriesOf(engine().asked) as { filters: { member: string; values: string[] }[] }[]
      return {
        asked: Object.fromEntries(query?.filters.map(({ member, values }) => [member.slice(7), values]) ?? []),
        controls: controls?.controls,
      }
    }
    const locked = { locked: ['shut'], hidden: ['5'] }

    const usual = await filtersOf()
    expect(usual.asked).toEqual({ region: ['eu'], blank: ['usual'], ...locked })
    expect(usual.controls).toMatchObject([
      { widgetId: 'region', kind: 'filter', member: 'orders.region', operator: 'equals', value: ['eu'], visibility: 'visible' },
      { widgetId: 'blank', value: ['usual'] },
      { widgetId: 'locked', value: ['shut'], visibility: 'disabled' },
    ])
    expect((await filtersOf([{ widgetId: 'region', value: 'us' }, { widgetId: 'blank' }])).asked).toEqual({ region: ['us'], ...locked })
    for (const widgetId of ['locked', 'hidden'])
      expect(await refusalOf(ask(viewer, shown, { filters: [{ widgetId, value: 'open' }] }))).toMatchObject(failureOf('control_locked'))
  })

  it('refuses values that no control takes before anything runs', async () => {
    const { shown, viewer } = await given(
      [{ query: byMonth }],
      [
        filterWidget('one', { member: 'orders.status', isMultiple: false }),
        grainWidget('grain', { member: 'orders.created_at', grains: ['day'] }),
      ],
    )
    const code = async (asked: Asked) => (await refusalOf(ask(viewer, shown, asked))).code

    expect(await code({ filters: [{ widgetId: 'chart-0', value: 'x' }] })).toBe('control_unknown')
    expect(await code({ filters: [{ widgetId: 'grain', value: 'x' }] })).toBe('control_unknown')
    expect(await code({ filters: [{ widgetId: 'one', value: ['a', 'b'] }] })).toBe('control_value_invalid')
    expect(await code({ timeGrains: [{ widgetId: 'grain', grain: 'hour' }] })).toBe('control_value_invalid')
    expect(await code({ filters: [{ widgetId: 'one', value: 'x'.repeat(1001) }] })).toBe('invalid_request')
    expect(await code({ filters: [{ widgetId: 'one', value: Array.from({ length: 1001 }, () => 'x') }] })).toBe('invalid_request')
    expect(engine().asked).toEqual([])
  })

  it('leaves out a whole kind of controls that breaks a chart, and says so; what is locked is never left out', async () => {
    const { shown, viewer } = await given(
      [{ query: byMonth }],
      [
        filterWidget('broken', { member: 'orders.broken', defaultValue: 'x' }),
        filterWidget('locked', { member: 'orders.locked', defaultValue: 'y', visibility: 'hidden' }),
        grainWidget('grain', { member: 'orders.created_at', defaultGrain: 'day' }),
      ],
    )
    engine().answer((request, response) => {
      const isBroken = engine().asked.at(-1)?.body.includes('orders.broken')
      const body = isBroken ? { error: "'broken' not found for path 'orders.broken'" } : { data: [{ 'orders.count': '1' }], annotation: {} }
      answerWith(isBroken ? 400 : 200, JSON.stringify(body))(request, response)
    })

    const [data] = ofType(await ask(viewer, shown), 'data')

    expect(data).toMatchObject({ notes: ['filters_skipped'], columns: [{ granularity: 'day' }, {}] })
    expect(queriesOf(engine().asked).at(-1)?.['filters']).toEqual([{ member: 'orders.locked', operator: 'equals', values: ['y'] }])
  })

  it.each([
    ['took too long', 'Error: Query execution timeout after 10 min of waiting', true],
    ['met a busy warehouse', 'error: sorry, too many clients already', true],
    ['met no warehouse', 'Error: connect ECONNREFUSED 10.0.0.7:5432', true],
    ['was too large', 'Invalid query format: it names 251 members, filters, ranges and orders; the limit is 250.', false],
    ['failed for a reason that nobody knows', 'error: relation "orders" does not exist', false],
  ])('does not ask without the filters for what %s with them', async (_, error, isRetryable) => {
    const filter = filterWidget('status', { member: 'orders.status', defaultValue: 'open' })
    const { shown, viewer } = await given([{ query: count }], [filter])
    engine().answer(answerWith(400, JSON.stringify({ error })))

    expect(ofType(await ask(viewer, shown), 'failed')).toMatchObject([{ widgetIds: ['chart-0'], isRetryable }])
    expect(engine().asked).toHaveLength(1)
  })

  it('asks without the filters where the warehouse says that their values do not fit', async () => {
    const filter = filterWidget('number', { member: 'orders.number', defaultValue: 'seven' })
    const { shown, viewer } = await given([{ query: count }], [filter])
    engine().answer((request, response) => {
      const isBroken = engine().asked.at(-1)?.body.includes('seven')
      const error = 'error: invalid input syntax for type integer: "seven"'
      const body = isBroken ? { error } : { data: [{ 'orders.count': '1' }], annotation: {} }
      answerWith(isBroken ? 400 : 200, JSON.stringify(body))(request, response)
    })

    expect(ofType(await ask(viewer, shown), 'data')).toMatchObject([{ notes: ['filters_skipped'] }])
  })

  it('tells what failed of the widgets it failed for, never in the words of the engine', async () => {
    const { shown, viewer } = await given([{ query: count }, { sqlQuery: 'select 1' }, {}])
    engine().answer(answerWith(400, JSON.stringify({ error: `Error: relation "secret_${variableValue}" has 42` })))

    const lines = await ask(viewer, shown, { widgetIds: ['chart-0', 'chart-1', 'chart-2'] })

    expect(ofType(lines, 'failed')).toMatchObject([
      { widgetIds: ['chart-1'], code: 'sql_needs_addon', isRetryable: false },
      { widgetIds: ['chart-2'], code: 'report_without_query', isRetryable: false },
      { widgetIds: ['chart-0'], code: 'query_failed', requestId: expect.stringMatching(/.+/), isRetryable: false },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
    expect(lines.at(-1)).toEqual({ type: 'ended' })
  })

  it('shows nothing where a filter is locked to what cannot be asked, and does not say what that is', async ({ owner }) => {
    await owner.api.createUserAttribute({ body: { name: 'regions', type: 'string_array' } })
    const shown = await givenBoard(
      server,
      owner,
      [{ query: count }, { query: { measures: ['users.count'] } }],
      [
        filterWidget('region', { member: 'orders.region', operator: 'less_than', defaultAttribute: 'regions', visibility: 'hidden' }),
        filterWidget('status', { member: 'orders.status' }),
      ],
    )
    const viewer = await givenViewer(server, owner, { userAttributes: [{ name: 'regions', value: ['north', 'south'] }] })

    const lines = await ask(viewer, shown, { widgetIds: ['chart-0', 'chart-1'] })

    const problem = { code: 'control_value_invalid', message: expect.not.stringMatching(/north|south/) as string }
    expect(ofType(lines, 'failed')).toMatchObject([{ widgetIds: ['chart-0'], isRetryable: false, ...problem }])
    expect(ofType(lines, 'data')).toMatchObject([{ widgetIds: ['chart-1'] }])
    const body = { versionId: shown.dashboard.versionId, widgetId: 'status' }
    expect(await refusalOf(viewer.api.listFilterChoices({ params: shown.params, body }))).toMatchObject({ status: 400, ...problem })
  })

  it('asks again while the engine is busy, and says so', async () => {
    const { shown, viewer } = await given([{ query: count }])
    engine().answer((request, response) => {
      const isReady = engine().asked.length > 2
      const body = isReady
        ? { data: [{ 'orders.count': '1' }], annotation: {} }
        : { error: 'Continue wait', stage: '#3 in queue of table secret' }
      answerWith(200, JSON.stringify(body))(request, response)
    })

    const lines = await ask(viewer, shown)

    const waiting = { type: 'waiting', widgetIds: ['chart-0'], stage: 'queued', seconds: expect.any(Number) }
    expect(lines).toMatchObject([{ type: 'controls' }, waiting, waiting, { type: 'data', values: [['1']] }, { type: 'ended' }])
  })

  it('shows so many rows as a report may have, and says that there are more', async () => {
    const { shown, viewer } = await given([{ query: count }, { query: { ...count, limit: 2 } }, { query: { ...count, limit: 1_000_000 } }])
    engine().answer((request, response) => {
      const { limit } = queriesOf(engine().asked.slice(-1))[0] as { limit: number }
      const columns = [Array.from({ length: limit }, () => '1')]
      answerWith(200, JSON.stringify({ data: { members: ['orders.count'], columns }, annotation: {} }))(request, response)
    })

    const lines = ofType(await ask(viewer, shown, { widgetIds: ['chart-0', 'chart-1', 'chart-2'] }), 'data')

    expect(Object.fromEntries(lines.map(({ widgetIds: [id = ''], rowCount, isTruncated }) => [id, [rowCount, isTruncated]]))).toEqual({
      'chart-0': [5000, true],
      'chart-1': [2, false],
      'chart-2': [50_000, true],
    })
  })
})
