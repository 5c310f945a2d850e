import { describe, expect, it } from 'vitest'
import { createAddon } from './addon.ts'
import type { TransformRequest } from './transform.ts'

const addon = createAddon()

const packed = (rows: Record<string, unknown>[]): Buffer => {
  const members = Object.keys(rows[0] ?? {})
  return Buffer.from(JSON.stringify({ members, columns: members.map((member) => rows.map((row) => row[member])) }))
}
const read = (body: ArrayBuffer): Record<string, unknown> => JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>

const request: TransformRequest = {
  aliasToMemberNameMap: { o__n: 'o.n', o__t_day: 'o.t.day', o__t_year: 'o.t.year' },
  annotation: { 'o.n': { type: 'number' }, 'o.t.day': { type: 'time' }, 'o.t.year': { type: 'time' }, 'o.t': { type: 'time' } },
  query: { measures: ['o.n'], dimensions: [], timeDimensions: [{ dimension: 'o.t', granularity: 'day', dateRange: ['a', 'b'] }] },
  queryType: 'regularQuery',
  resType: 'default',
}
const result = { query: request.query, slowQuery: false, total: null, extDbType: undefined }
const final = async (rows: Record<string, unknown>[], more: Partial<TransformRequest> = {}) =>
  read(await addon.getFinalQueryResult({ ...request, ...more }, packed(rows), result))
const dataOf = async (...args: Parameters<typeof final>) => (await final(...args))['data']

describe('getFinalQueryResult', () => {
  it('keys rows by member, and leaves out what is not known', async () => {
    expect(await final([{ o__n: '1' }])).toEqual({ query: request.query, slowQuery: false, data: [{ 'o.n': '1' }] })
  })

  it.each([
    ['2025-01-02T03:04:05.678Z', '2025-01-02T03:04:05.678'],
    ['2025-01-02T03:04:05+02:00', '2025-01-02T03:04:05.000'],
    ['2025-01-02 03:04:05', '2025-01-02T03:04:05.000'],
    ['2025-01-02 03:04:05.6789', '2025-01-02T03:04:05.678'],
    ['2025-01-02 03:04:05.6 UTC', '2025-01-02T03:04:05.600'],
    ['2025-01-02T03:04:05', '2025-01-02T03:04:05.000'],
    ['2025-01-02T03:04:05.678', '2025-01-02T03:04:05.678'],
    ['2025', '2025'],
    [null, null],
  ])('writes the time %s as %s', async (given, written) => {
    expect(await dataOf([{ o__t_day: given }])).toEqual([{ 'o.t.day': written, 'o.t': written }])
  })

  it('leaves other values as the driver gave them', async () => {
    for (const value of ['10.50', 7, true, null, { a: 1 }, '2025-01-02 03:04:05'])
      expect(await dataOf([{ o__n: value }])).toEqual([{ 'o.n': value }])
  })

  it('gives the bare time dimension in its finest granularity, unless it is a dimension itself', async () => {
    const rows = [{ o__t_year: '2025-01-01T00:00:00.000', o__t_day: '2025-01-02T00:00:00.000' }]

    expect(await dataOf(rows)).toEqual([
      { 'o.t.year': '2025-01-01T00:00:00.000', 'o.t.day': '2025-01-02T00:00:00.000', 'o.t': '2025-01-02T00:00:00.000' },
    ])
    expect(await dataOf(rows, { query: { ...request.query, dimensions: ['o.t'] } })).toEqual([
      { 'o.t.year': '2025-01-01T00:00:00.000', 'o.t.day': '2025-01-02T00:00:00.000' },
    ])
  })

  it('knows the formats compact and columnar', async () => {
    const rows = [{ o__n: '1' }, { o__n: '2' }]

    expect(await dataOf(rows, { resType: 'compact' })).toEqual({ members: ['o.n'], dataset: [['1'], ['2']] })
    expect(await dataOf(rows, { resType: 'columnar' })).toEqual({ members: ['o.n'], columns: [['1', '2']] })
  })

  it('adds the range to rows of a comparison, and the shared time to those of a blending', async () => {
    const rows = [{ o__t_day: '2025-01-02T00:00:00.000' }]

    expect(await dataOf(rows, { queryType: 'compareDateRangeQuery' })).toMatchObject([{ compareDateRange: 'a - b' }])
    expect(await dataOf(rows, { queryType: 'compareDateRangeQuery', resType: 'compact' })).toEqual({
      members: ['o.t.day', 'o.t', 'compareDateRange'],
      dataset: [['2025-01-02T00:00:00.000', '2025-01-02T00:00:00.000', 'a - b']],
    })
    expect(await dataOf(rows, { queryType: 'blendingQuery' })).toMatchObject([{ 'time.day': '2025-01-02T00:00:00.000' }])
  })

  it('refuses a member that the caller may not see, with rows and without', async () => {
    const annotation = { 'o.t.day': { type: 'time' } }

    await expect(final([{ o__n: '1' }], { annotation })).rejects.toThrow("You requested hidden member: 'o__n'")
    await expect(final([], { annotation })).rejects.toThrow("You requested hidden member: 'o.n'")
    await expect(final([{ other: '1' }])).rejects.toThrow("Member name not found for alias: 'other'")
  })

  it('answers a query without rows that only filters by a time', async () => {
    const query = { ...request.query, timeDimensions: [{ dimension: 'o.t', dateRange: ['a', 'b'] }] }

    expect(await dataOf([], { query, annotation: { 'o.n': { type: 'number' } } })).toEqual([])
  })

  it('takes nothing for a member that only every object has', async () => {
    await expect(final([{ constructor: '1' }])).rejects.toThrow("Member name not found for alias: 'constructor'")
  })
})

describe('getFinalQueryResultMulti', () => {
  it('answers a result for each request, and the query to lay them out by', async () => {
    const other = { ...request.query, measures: ['p.n', 'o.n'] }
    const rows = packed([{ o__t_day: '2025-01-02T00:00:00.000' }])
    const blending = { ...request, queryType: 'blendingQuery' } as const
    const body = await addon.getFinalQueryResultMulti([blending, blending], [rows, rows], {
      queryType: 'blendingQuery',
      results: [result, { ...result, query: other }],
      slowQuery: true,
    })

    expect(read(body)).toMatchObject({
      queryType: 'blendingQuery',
      slowQuery: true,
      results: [{ data: [{ 'time.day': expect.any(String) }] }, { data: [{ 'time.day': expect.any(String) }] }],
      pivotQuery: {
        queryType: 'blendingQuery',
        measures: ['o.n', 'p.n'],
        dimensions: [],
        timeDimensions: [{ dimension: 'time', granularity: 'day' }],
      },
    })
  })

  it('refuses results without their requests', async () => {
    await expect(addon.getFinalQueryResultMulti([], [], { queryType: 'regularQuery', results: [result] })).rejects.toThrow(
      '0 requests for 1 results',
    )
  })
})

describe('the rest of the addon', () => {
  it('says that it is no build with Python, and takes a logger', () => {
    expect(addon.isFallbackBuild()).toBe(true)
    expect(addon.setupLogger()).toBeUndefined()
    expect(addon.resetLogger()).toBeUndefined()
  })

  it('hides the literals of a statement', () => {
    expect(addon.redactSqlLiterals("select 'a''b', $$c$$, $x$d$x$ from t where n = 'e'")).toBe(
      "select 'redacted', 'redacted', 'redacted' from t where n = 'redacted'",
    )
  })

  it('ends an interface that never began', async () => {
    await expect(addon.shutdownInterface()).resolves.toBeUndefined()
  })

  it('makes an engine for templates that renders none', async () => {
    const jinja = addon.newJinjaEngine()

    expect(() => jinja.loadTemplate()).toThrow('facet:needs_native_addon: A Jinja template')
    await expect(jinja.renderTemplate()).rejects.toThrow('facet:needs_native_addon: A Jinja template')
  })

  it.each([
    'registerInterface',
    'execSql',
    'sql4sql',
    'rest4sql',
    'parseCubestoreResultMessage',
    'transpileJs',
    'transpileYaml',
    'pythonLoadConfig',
    'pythonLoadModel',
  ] as const)('refuses %s with a code', async (name) => {
    await expect(addon[name]()).rejects.toThrow(/^facet:needs_native_addon: /)
  })

  it.each(['buildSqlAndParams', 'getCubestoreResult'] as const)('refuses %s with a code', (name) => {
    expect(() => addon[name]()).toThrow(/^facet:needs_native_addon: /)
  })
})
