import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { charts } from '../fixtures/charts.ts'
import { hostileCharts, injectingCharts } from '../fixtures/hostile.ts'
import { compileChart } from './compile-chart.ts'
import { compilerVersion } from './compiled-chart.ts'
import { refusedExpressionIn } from './refuse-expressions.ts'
import { loadsIn } from './refuse-loading.ts'

const { version } = createRequire(import.meta.resolve('vega-lite'))('../package.json') as { version: string }

const vegaOf = (spec: unknown): string => {
  const compiled = compileChart(spec)
  if ('problem' in compiled) throw new Error(`${compiled.problem.at} ${compiled.problem.what}`)
  return JSON.stringify(compiled.vega)
}

describe('a compiled chart', () => {
  it.each(Object.entries(charts))('is Vega over the rows of the widget: %s', (_, spec) => {
    const vega = vegaOf(spec)

    expect(vega).toContain('"name":"rows"')
    expect(vega).toContain('"https://vega.github.io/schema/vega/v6.json"')
    expect(vega).not.toContain('"url"')
  })

  it.each(hostileCharts)('is none of one that %s', (_, at, spec) => {
    expect(compileChart(spec)).toMatchObject({ problem: { at } })
  })

  it.each(injectingCharts)('is none where an expression was put into %s', (_, spec) => {
    expect(compileChart(spec)).toMatchObject({
      problem: { what: expect.stringMatching(/compiles to an expression that (calls|reads|is no|has a format)/) as string },
    })
  })

  it('is measured as the database writes it, which has numbers in full', () => {
    const values = Array.from({ length: 10_000 }, () => 1e300)

    expect(compileChart(JSON.stringify({ mark: 'bar', data: { values } }))).toMatchObject({
      problem: { what: expect.stringContaining('bytes when compiled') as string },
    })
    expect(compileChart({ mark: 'bar', data: { values: [0, 1e300, -1e-300] } })).toHaveProperty('vega')
  })

  it('reads members as flat fields and says their names plainly', () => {
    const vega = vegaOf(charts['bar'])

    expect(vega).toContain(String.raw`"field":"orders\\.status"`)
    expect(vega).toContain('"title":"orders.status"')
  })

  it('has times in UTC, with a unit and without', () => {
    expect(vegaOf(charts['area'])).toContain('"timezone":"utc"')
    for (const name of ['area', 'line']) expect(vegaOf(charts[name])).toContain('"type":"utc"')
    expect(vegaOf(charts['heatmap'])).not.toContain('"timezone":"local"')
    const unscaled = { mark: 'point', encoding: { x: { field: 'orders.created_at', type: 'temporal', scale: null } } }
    expect(vegaOf(unscaled)).not.toContain('"type":"utc"')
  })

  it('has times of texts, tooltips, headers and expressions in UTC too, and leaves texts that look like calls', () => {
    const time = { field: 'orders.created_at', type: 'temporal' }
    const count = { field: 'orders.count', type: 'quantitative' }
    const written = [
      { mark: 'bar', encoding: { x: count, tooltip: [time, { ...time, format: '%Y' }] } },
      { mark: 'text', encoding: { x: count, text: time, row: time } },
      { mark: 'point', encoding: { x: { ...time, scale: { type: 'time' } }, y: count } },
      { mark: 'bar', encoding: { x: { ...time, timeUnit: 'month', scale: { type: 'time' } }, y: count } },
      { mark: 'bar', transform: [{ filter: { field: 'orders.created_at', timeUnit: 'year', equal: 2026 } }], encoding: { x: count } },
    ].map(vegaOf)
    for (const vega of written) expect(vega).not.toMatch(/(?<!utc)(?:timeFormat|timeParse|datetime)\(|"type":"time"|"timezone":"local"/)

    const of = (calculate: string) => vegaOf({ mark: 'bar', transform: [{ calculate, as: 'a' }], encoding: { x: { field: 'a' } } })
    expect(of('month(datum.at) + date (datum.at)')).toContain('utcmonth(datum.at) + utcdate (datum.at)')
    expect(of(`timeFormat(datum.at, '%d') + 'day(' + "month("`)).toContain(String.raw`utcFormat(datum.at, '%d') + 'day(' + \"month(\"`)
    expect(of("'year(' + datum['month']")).toContain("'year(' + datum['month']")
    expect(of('utcmonth(datetime(2026, 1, 1)) + time(datum.at)')).toContain('utcmonth(utc(2026, 1, 1)) + time(datum.at)')
  })

  it('takes its accent from the theme and the room that its widget has, and paints nothing behind', () => {
    const vega = vegaOf(charts['bar'])

    expect(vega).toContain('"signal":"facetAccent"')
    expect(vega).toContain('containerSize()')
    expect(vega).toContain('"background":"transparent"')
    expect(vegaOf(charts['faceted'])).not.toContain('containerSize()')
  })

  it('leaves data of the author as it is, and has the rows where it says that there is none', () => {
    const values = [{ field: 'orders.status', timeUnit: 'year' }]

    expect(vegaOf({ mark: 'bar', data: { values } })).toContain('"field":"orders.status","timeUnit":"year"')
    expect(vegaOf({ mark: 'bar', data: null })).toContain('"name":"rows"')
  })

  it('reads what is pivoted and what is largest as flat fields too', () => {
    const vega = vegaOf({ mark: 'bar', transform: [{ pivot: 'orders.status', value: 'orders.total', groupby: ['orders.day'] }] })

    expect(vega).toContain(String.raw`"value":"orders\\.total"`)
    expect(vegaOf({ mark: 'text', encoding: { text: { field: 'a', aggregate: { argmax: 'b.c' } } } })).toContain(
      String.raw`"fields":["b\\.c"]`,
    )
  })

  it('takes named data for the rows, whatever its name', () => {
    expect(vegaOf({ ...charts['bar'], data: { name: 'query_result' } })).not.toContain('query_result')
  })

  it('is of the compiler that is installed', () => {
    expect(compilerVersion).toContain(`vega-lite ${version}`)
  })

  it('says which needs the projections of maps', () => {
    expect(compileChart(charts['bar'])).toMatchObject({ usesGeo: false })
    expect(compileChart({ mark: 'geoshape', projection: { type: 'mercator' } })).toMatchObject({ usesGeo: true })
  })

  it('is refused with what the compiler says where it is no chart', () => {
    expect(compileChart({ mark: 'bar', encoding: { x: { field: 'a', scale: { type: 'sqrt' }, type: 'nominal' } } })).toHaveProperty('vega')
    expect(compileChart({ encoding: {} })).toMatchObject({ problem: { what: expect.stringContaining('compile') as string } })
  })
})

describe('the second look at expressions', () => {
  it.each([
    ['a signal', { title: { signal: 'open(1)' } }],
    ['a list of signals', { axes: [{ values: [{ signal: 'open(1)' }] }] }],
    ['what a signal begins with', { signals: [{ name: 'a', init: 'open(1)' }] }],
    [
      'what an event is filtered by',
      { signals: [{ name: 'a', on: [{ events: { type: 'click', filter: ['event.view'] }, update: '1' }] }] },
    ],
    ['what it sets', { signals: [{ name: 'a', on: [{ events: 'click', update: 'event.target' }] }] }],
    ['a row that is calculated', { data: [{ name: 'a', transform: [{ type: 'formula', expr: 'datum["constructor"]', as: 'b' }] }] }],
    ['a name that is computed', { title: { signal: "datum['con' + 'structor']" } }],
    ['the machinery behind an item', { title: { signal: 'item().mark.group.context' } }],
    ['an expression within a name', { title: { signal: 'datum[indexof(open(1), 1)]' } }],
  ])('finds %s', (_, vega) => {
    expect(refusedExpressionIn(vega)).not.toBeNull()
  })

  it('leaves data and values alone, and fields of rows their names', () => {
    expect(refusedExpressionIn({ data: [{ name: 'a', values: [{ signal: 'open(1)' }] }] })).toBeNull()
    expect(refusedExpressionIn({ signals: [{ name: 'a', value: { expr: 'open(1)' } }] })).toBeNull()
    expect(refusedExpressionIn({ title: { signal: "datum['view'] + event.item.mark.name + data('a')[indexof([1], 1)].b" } })).toBeNull()
  })
})

describe('the second look', () => {
  it.each([
    ['data that is loaded', { data: [{ name: 'a', url: 'x' }] }, 'url'],
    ['a link', { marks: [{ encode: { update: { href: { value: 'x' } } } }] }, 'href'],
    ['an image', { marks: [{ type: 'image' }] }, 'image'],
    ['nothing in rows that are data', { data: [{ name: 'a', values: [{ url: 'x' }] }] }, null],
  ])('finds %s', (_, vega, found) => {
    expect(loadsIn(vega)).toBe(found)
  })
})
