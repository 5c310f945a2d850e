import { describe, expect, it, vi } from 'vitest'
import type { Snapshot } from '#domains/content/dashboards'
import { setControls } from './control-values.ts'
import { controlsIn } from './controls.ts'
import { planWidgets } from './plan-widgets.ts'
import { groupsBy, withGrain } from './query-grain.ts'
import { cubesIn, reportQueryIn, timesIn, withLimit } from './report-query.ts'
import { millisecondsOf, tableOf } from './table.ts'

const time = 'orders.created_at'

describe('the query of a report', () => {
  it('is one that a single request can answer, without what is ours to say', () => {
    for (const text of [null, '', '[]', '[{}]', 'null', '{"timeDimensions":[{"dimension":"a.b","compareDateRange":[]}]}'])
      expect(reportQueryIn(text)).toBeNull()
    expect(reportQueryIn('{"measures":["a.b"],"cache":"no-cache","total":true,"responseFormat":"compact"}')).toEqual({ measures: ['a.b'] })
  })

  it('reads the views of all members that it names', () => {
    const filters = [{ or: [{ member: 'c.x' }, { and: [{ dimension: 'd.x' }] }] }]
    expect([...cubesIn({ measures: ['a.x'], segments: ['b.x'], filters, order: { 'e.x': 'asc' } })].toSorted()).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
    expect(timesIn({ dimensions: ['a.x', 'a.t.month'], timeDimensions: [{ dimension: 'b.t' }] })).toEqual(['b.t', 'a.t'])
  })

  it('has the limit of its author up to ours', () => {
    expect(withLimit({})).toMatchObject({ query: { limit: 5001 }, maxRows: 5000, isOwnLimit: false })
    expect(withLimit({ limit: 7 })).toMatchObject({ query: { limit: 7 }, maxRows: 7, isOwnLimit: true })
    expect(withLimit({ limit: 60_000 })).toMatchObject({ query: { limit: 50_000 }, maxRows: 50_000, isOwnLimit: false })
  })

  it('is grouped by another grain everywhere', () => {
    const query = {
      dimensions: [`${time}.month`, 'orders.status'],
      timeDimensions: [{ dimension: time, granularity: 'month', dateRange: 'last year' }, { dimension: time }],
      order: [[`${time}.month`, 'asc']],
    }
    expect(groupsBy(query, time)).toBe(true)
    expect(groupsBy({ timeDimensions: [{ dimension: time }] }, time)).toBe(false)
    expect(withGrain(query, time, 'day')).toEqual({
      dimensions: [`${time}.day`, 'orders.status'],
      timeDimensions: [{ dimension: time, granularity: 'day', dateRange: 'last year' }, { dimension: time }],
      order: [[`${time}.day`, 'asc']],
    })
    expect(withGrain({ order: { [`${time}.month`]: 'desc' } }, time, 'day')).toEqual({ order: { [`${time}.day`]: 'desc' } })
  })
})

describe('an answer of an engine', () => {
  const query = {
    measures: ['orders.count'],
    timeDimensions: [
      { dimension: time, granularity: 'day' },
      { dimension: time, granularity: 'month' },
    ],
  }
  const members = [`${time}.day`, `${time}.month`, 'orders.count']
  const row = ['2026-01-02T00:00:00.000', '2026-01-01T00:00:00.000', '3']

  it.each([
    ['columns', { members, columns: row.map((value) => [value]) }],
    ['compact rows', { members, dataset: [row] }],
    ['rows', [Object.fromEntries(members.map((member, at) => [member, row[at]]))]],
  ])('is read as %s', (_, data) => {
    const table = tableOf({ data, annotation: {} }, query, query, 10)
    expect(table.values).toEqual([[Date.UTC(2026, 0, 2)], [Date.UTC(2026, 0, 1)], ['3']])
    expect(table.columns.map(({ member, aliases }) => [member, aliases])).toEqual([
      [time, [`${time}.day`]],
      [`${time}.month`, []],
      ['orders.count', []],
    ])
  })

  it('has times read as UTC', () => {
    expect(millisecondsOf('2026-01-02')).toBe(Date.UTC(2026, 0, 2))
    expect(millisecondsOf('2026-01-02T03:04:05')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5))
    expect(millisecondsOf('2026-01-02 03:04:05.678')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 678))
    expect(millisecondsOf('2026-01-02T03:04:05+01:00')).toBe(Date.UTC(2026, 0, 2, 2, 4, 5))
    expect([null, 'soon'].map(millisecondsOf)).toEqual([null, null])
  })
})

describe('the queries of many charts', () => {
  it('hold the values of a filter once, however many they are', () => {
    const position = { x: 0, y: 0, w: 1, h: 1 }
    const charts = Array.from({ length: 200 }, (_, index) => index)
    const config = {
      widgets: [
        { id: 'status', type: 'FILTER' as const, position, config: { member: 'orders.status' } },
        ...charts.map((reportId) => ({ id: `chart-${reportId}`, type: 'CHART' as const, position, config: { reportId } })),
      ],
    }
    const snapshots = charts.map((reportId) => ({ reportId, jsonQuery: JSON.stringify({ measures: ['orders.count'], limit: reportId }) }))
    const published = { config, snapshots } as unknown as Parameters<typeof planWidgets>[0]
    const value = Array.from({ length: 1000 }, (_, index) => 'x'.repeat(990) + index)
    const controls = setControls(controlsIn(config), { filters: [{ widgetId: 'status', value }] }, {}, new Set())
    const written = vi.spyOn(JSON, 'stringify')

    const { queries } = planWidgets(
      published,
      charts.map((reportId) => `chart-${reportId}`),
      controls,
      null,
    )
    const bytes = written.mock.results.reduce((sum, { value: text }) => sum + String(text).length, 0)
    written.mockRestore()

    expect(queries).toHaveLength(200)
    expect(new Set(queries.flatMap(({ attempts: [first] }) => first?.query['filters'])).size).toBe(1)
    expect(bytes).toBeLessThan(1_000_000)
  })
})

describe('a chart of a locked filter that cannot be asked', () => {
  const position = { x: 0, y: 0, w: 1, h: 1 }
  const planned = (lock: Record<string, unknown>, controls: Record<string, unknown> = {}) => {
    const config = {
      widgets: [
        { id: 'lock', type: 'FILTER' as const, position, config: { defaultValue: 'eu', ...lock } },
        { id: 'orders', type: 'CHART' as const, position, config: { reportId: 1, controls } },
        { id: 'users', type: 'CHART' as const, position, config: { reportId: 2 } },
      ],
    }
    const snapshots = ['orders', 'users'].map((cube, at) => ({
      reportId: at + 1,
      jsonQuery: JSON.stringify({ measures: [`${cube}.count`] }),
    }))
    const published = { config, snapshots } as unknown as Parameters<typeof planWidgets>[0]
    const { queries, unasked } = planWidgets(published, ['orders', 'users'], setControls(controlsIn(config), {}, {}, new Set()), null)
    return { asked: queries.flatMap(({ widgetIds }) => widgetIds), unasked: unasked.map(({ widgetIds: [id], code }) => [id, code]) }
  }
  const region = { member: 'orders.region', visibility: 'hidden' }
  const invalid = 'control_value_invalid'

  it.each(['notSet', 'set', 'isNull'])('is not shown: the operator %s is unknown, and takes no value', (operator) => {
    expect(planned({ ...region, operator, defaultValue: undefined })).toEqual({ asked: ['users'], unasked: [['orders', invalid]] })
  })

  it.each([{ member: 'orders.area' }, 'region', '', 7])('is not shown: it is mapped to %j', (said) => {
    expect(planned(region, { lock: said })).toEqual({ asked: ['users'], unasked: [['orders', invalid]] })
    expect(planned({ ...region, visibility: 'visible' }, { lock: said })).toEqual({ asked: ['orders', 'users'], unasked: [] })
  })

  it.each([null, 'orders.area'])('is shown where its author maps it to %j', (said) => {
    expect(planned(region, { lock: said })).toEqual({ asked: ['orders', 'users'], unasked: [] })
  })

  it('is each of the dashboard where the filter names no view', () => {
    const all = [
      ['orders', invalid],
      ['users', invalid],
    ]
    expect(planned({ dimension: 'region', visibility: 'disabled' })).toEqual({ asked: [], unasked: all })
    expect(planned({ dimension: 'region' })).toEqual({ asked: ['orders', 'users'], unasked: [] })
  })
})

describe('the size of a query', () => {
  const position = { x: 0, y: 0, w: 1, h: 1 }
  const day = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
  const ownFilters = (count: number) =>
    Array.from({ length: count }, () => ({ member: 'orders.status', operator: 'notEquals', values: ['cancelled'] }))

  /** A chart whose report has so many filters of its own, and a control for which a viewer sends so many days. */
  const planned = (own: number, sent: number, visibility = 'visible') => {
    const config = {
      widgets: [
        { id: 'day', type: 'FILTER' as const, position, config: { member: time, valueType: 'time', visibility: 'visible' } },
        { id: 'orders', type: 'CHART' as const, position, config: { reportId: 1 } },
      ],
    }
    const value = Array.from({ length: sent }, (_, at) => day(at))
    const controls = setControls(controlsIn(config), { filters: [{ widgetId: 'day', value }] }, {}, new Set())
    for (const { control } of controls.filters) control.visibility = visibility as typeof control.visibility
    const query = { measures: ['orders.count'], filters: ownFilters(own) }
    const snapshots = [{ reportId: 1, name: 'Orders', jsonQuery: JSON.stringify(query) }]
    const published = { config, snapshots } as unknown as Parameters<typeof planWidgets>[0]
    return planWidgets(published, ['orders'], controls, null)
  }

  it('counts the filters of the report and those of the viewer together', () => {
    expect(planned(198, 50).unasked).toEqual([])
    expect(planned(200, 50)).toEqual({
      queries: [],
      unasked: [
        {
          widgetIds: ['orders'],
          code: 'control_value_invalid',
          message:
            'The filters make the query of the report "Orders" too large: it names 252 members, filters, ranges and orders; the limit is 250. Select fewer values.',
        },
      ],
    })
  })

  it.each([
    ['the report alone exceeds it', planned(300, 2)],
    ['the other filters are locked', planned(240, 50, 'hidden')],
  ])('does not blame the viewer when %s', (_, { unasked, queries }) => {
    expect([unasked, queries.length]).toEqual([[], 1])
  })
})

describe('what is asked for widgets', () => {
  const position = { x: 0, y: 0, w: 1, h: 1 }
  const query = { measures: ['orders.count'], timeDimensions: [{ dimension: time, granularity: 'month' }] }
  const chart = (reportId: number) => ({ id: `chart-${reportId}`, type: 'CHART' as const, position, config: { reportId } })
  const snapshot = (reportId: number, meta: Snapshot['meta']): Snapshot => ({
    id: reportId,
    reportId,
    versionNumber: 1,
    publicId: `report-${reportId}`,
    name: 'Orders',
    title: null,
    description: null,
    jsonQuery: JSON.stringify(query),
    sqlQuery: null,
    pivotItems: null,
    meta,
    calculatedFields: {},
  })
  const plan = (metas: Snapshot['meta'][], controls: Parameters<typeof controlsIn>[0]['widgets'] = []) => {
    const config = { widgets: [...metas.map((_, at) => chart(at)), ...(controls ?? [])] }
    const set = setControls(controlsIn(config), {}, {}, new Set())
    const snapshots = metas.map((meta, at) => snapshot(at, meta))
    const ids = metas.map((_, at) => `chart-${at}`)
    return planWidgets({ config, snapshots }, ids, set, null).queries
  }

  it('is one query for several only where they also show the same beside it', () => {
    const before = (unit: string) => [{ measure: 'orders.count', timeDimension: time, offset: { amount: 1, unit } }]
    const metas = [
      {},
      { title: 'Other' },
      { fillMissingRows: { member: time } },
      ...['month', 'year'].map((unit) => ({ periodComparisons: before(unit) })),
    ]

    expect(plan(metas).map(({ widgetIds }) => widgetIds)).toEqual([['chart-0', 'chart-1'], ['chart-2'], ['chart-3'], ['chart-4']])
  })

  it('keeps a locked grain whatever else is left out', () => {
    const locked = { member: time, defaultGrain: 'year', visibility: 'disabled' }
    const filter = { member: 'orders.status', defaultValue: 'open' }
    const [planned] = plan(
      [{}],
      [
        { id: 'grain', type: 'TIME_GRAIN', position, config: locked },
        { id: 'status', type: 'FILTER', position, config: filter },
      ],
    )

    expect(planned?.attempts.map(({ query: asked }) => asked['timeDimensions'])).toEqual([
      [{ dimension: time, granularity: 'year' }],
      [{ dimension: time, granularity: 'year' }],
    ])
  })
})
