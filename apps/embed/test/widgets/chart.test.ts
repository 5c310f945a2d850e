import { charts } from '@facet/chart-spec/fixtures'
import { compileChart } from '@facet/chart-spec/compile'
import { embedLocales } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { numberLocaleOf, timeLocaleOf } from '../../src/widgets/chart/chart-locale.ts'
import { chartRows } from '../../src/widgets/chart/chart-rows.ts'
import { countMarks } from '../../src/widgets/chart/count-marks.ts'
import { describeChart } from '../../src/widgets/chart/describe-chart.ts'
import { layLegendsBelow } from '../../src/widgets/chart/lay-legends-below.ts'
import { listMarks } from '../../src/widgets/chart/list-marks.ts'
import { hasOwnTooltip } from '../../src/widgets/chart/own-tooltip.ts'
import { prepareSpec } from '../../src/widgets/chart/prepare-spec.ts'
import { drillOf, linesOf } from '../../src/widgets/chart/read-item.ts'
import { refusingLoader } from '../../src/widgets/chart/refusing-loader.ts'
import { fillsBox, hasSignal, needsAllRows, withTitles } from '../../src/widgets/chart/vega-spec.ts'
import type { Look, Snapshot } from '../../src/widgets/types.ts'
import { englishWords } from '../../src/widgets/words.ts'
import { column, measure, rowsOf } from './rows.ts'

const vegaOf = (name: string): Record<string, unknown> => {
  const compiled = compileChart(charts[name])
  if ('problem' in compiled) throw new Error(compiled.problem.what)
  return compiled.vega
}
const status = column('orders.status', { shortTitle: 'Status' })
const revenue = measure('orders.revenue', { shortTitle: 'Revenue', format: 'currency' })
const month = column('orders.created_at', { type: 'time', kind: 'time', granularity: 'month', aliases: ['orders.created_at.month'] })

describe('the rows of a chart', () => {
  it('have numbers to draw with, and every name of a column', () => {
    const at = Date.UTC(2026, 0, 1)

    expect(chartRows(rowsOf([month, [at, null]], [revenue, ['1.5', '']], [status, ['paid', null]]))).toEqual([
      { 'orders.created_at': at, 'orders.created_at.month': at, 'orders.revenue': 1.5, 'orders.status': 'paid' },
      { 'orders.created_at': null, 'orders.created_at.month': null, 'orders.revenue': null, 'orders.status': null },
    ])
  })

  it('are a sample where so many are not drawn', () => {
    expect(chartRows(rowsOf([measure('o.n'), [0, 1, 2, 3, 4]]), 2).map((row) => row['o.n'])).toEqual([0, 2, 4])
  })
})

describe('a compiled chart', () => {
  const data = rowsOf(
    [status, ['paid', 'open']],
    [revenue, ['1', '2']],
    [month, [0, 1]],
    [column('orders.region', { shortTitle: 'Region' }), ['a', 'b']],
  )
  const look = { text: '#e9ebef', locale: 'en-US' } as Look
  const prepared = (name: string, spec: unknown = charts[name], widthPx = 600): string =>
    JSON.stringify(prepareSpec(vegaOf(name), { spec } as Snapshot, data, look, widthPx))

  it('is made ready for its rows, its theme and its room', () => {
    for (const name of ['bar', 'boxplot']) expect(prepared(name)).not.toContain('labelAngle')
    expect(prepared('bar', charts['bar'], 120)).toContain('"labelAngle":270')
    expect(prepared('bar', { axis: { labelAngle: -90 } })).toContain('"labelAngle":270')
    expect(prepared('boxplot')).not.toContain('"black"')
    expect(prepared('boxplot', { color: 'black' })).toContain('"black"')
    expect(prepared('stacked bar')).toContain('"title":"created_at"')
    expect(prepared('faceted')).toContain('"Region"')
  })

  it('has its legends below where it is narrow, and a gradient there is as long as the plot is wide', () => {
    expect(prepared('heatmap')).toContain('"gradientLength":{"signal":"clamp(height, 64, 200)"}')
    expect(prepared('heatmap', charts['heatmap'], 300)).toMatch(
      /"orient":"bottom".*"gradientLength":\{"signal":"clamp\(width, 64, 200\)"\}/,
    )
  })

  it('has its legends where its author placed them', () => {
    const byHeight = { gradientLength: { signal: 'clamp(height, 64, 200)' } }
    const placed = [{ legends: [{ orient: 'right', ...byHeight }] }, { legends: [byHeight], config: { legend: { orient: 'right' } } }]

    expect(placed.map(layLegendsBelow)).toEqual(placed)
  })

  it.each([
    ['bar', true, true],
    ['scatter', false, true],
    ['line', false, true],
    ['pie', true, true],
    ['histogram', true, true],
    ['faceted', true, false],
  ])('%s needs all rows: %s; fills its box: %s', (name, all, fills) => {
    expect([needsAllRows(vegaOf(name)), fillsBox(vegaOf(name))]).toEqual([all, fills])
    expect(hasSignal(vegaOf(name), 'facetAccent')).toBe(true)
  })

  it('shows titles of columns in place of their names', () => {
    const titled = prepared('bar')

    expect(titled).toContain('"title":"Status"')
    expect(titled).toContain('"title":"Sum of Revenue"')
    expect(titled).toContain(String.raw`"field":"orders\\.status"`)
    expect(withTitles([month])('orders.created_at.month')).toBe('created_at')
  })

  it('has the data that its author wrote down as they are', () => {
    const own = { name: 'own', values: [{ title: 'orders.status', fill: { value: 'black' } }] }

    expect(prepareSpec({ data: [own] }, null, data, { ...look, locale: 'de-DE' }, 600)).toMatchObject({ data: [own] })
  })

  it('is counted by its marks, without axes', () => {
    const items = [{}, {}]
    const scene = [
      {
        items: [
          { marktype: 'rect', role: 'mark', items },
          { marktype: 'text', role: 'axis-label', items },
          { marktype: 'group', role: 'scope', items: [{ items: [{ marktype: 'symbol', role: 'mark', items }] }] },
        ],
      },
    ]

    expect(countMarks(scene)).toBe(4)
  })

  it('says where its marks are, within the groups around them', () => {
    const bar = { bounds: { x1: 0, y1: 10, x2: 20, y2: 50 } }
    const point = { x: 3, y: 4, bounds: { x1: 0, y1: 0, x2: 100, y2: 100 } }
    const scene = [
      {
        items: [
          { marktype: 'rect', role: 'mark', items: [bar] },
          { marktype: 'text', role: 'axis-label', items: [{ x: 1, y: 1 }] },
          { marktype: 'group', role: 'scope', items: [{ x: 100, y: 7, items: [{ marktype: 'line', role: 'mark', items: [point] }] }] },
        ],
      },
    ]

    expect(listMarks(scene, 40, 5)).toEqual([
      { item: bar, x: 50, y: 35 },
      { item: point, x: 143, y: 16 },
    ])
  })

  describe('has its times', () => {
    const at = { field: 'orders.created_at', type: 'temporal' }
    const encoding = { x: at, y: { field: 'orders.revenue', type: 'quantitative' } }
    const timed = (locale: string, spec: Record<string, unknown>): string => {
      const compiled = compileChart(spec)
      if ('problem' in compiled) throw new Error(compiled.problem.what)
      return JSON.stringify(prepareSpec(compiled.vega, { spec } as Snapshot, data, { ...look, locale }, 600))
    }

    it.each([...embedLocales].filter((locale) => locale !== 'en-US'))('as %s writes them', (locale) => {
      const text = timed(locale, {
        mark: { type: 'bar', tooltip: true },
        encoding: { ...encoding, color: at, detail: { ...at, timeUnit: 'yearmonth' } },
      })

      expect(text).not.toMatch(/%b %d, %Y|%Y-%m|%I %p/)
      expect(text).toMatch(/"format":\{"year":"[^"]*%Y/)
      expect(text).not.toMatch(/%I:%M(?!\s?%p)/)
    })

    it('in the order and with the words of a language', () => {
      const grained = (timeUnit: string) => ({ mark: 'bar', encoding: { ...encoding, x: { ...at, timeUnit } } })

      expect(timed('de-DE', { mark: 'line', encoding })).toMatch(
        /"format":\{"year":"%Y","week":"%-d. %b","date":"%a, %-d.","hours":"%H:%M","minutes":"%H:%M"\}[^{}]*"labelFlush":true/,
      )
      expect(timed('ja-JP', grained('yearmonth'))).toContain(String.raw`\"year-month\":\"%Y年%-m月 \"`)
      expect(timed('fr-FR', grained('yearquarter'))).toContain(String.raw`\"year-quarter\":\"T%q %Y \"`)
      expect(timed('pt-PT', grained('yearmonth'))).toContain(String.raw`\"year-month\":\"%m/%Y \"`)
    })

    it('and its numbers as their measure has them', () => {
      const { axes } = JSON.parse(timed('de-DE', { mark: 'line', encoding })) as { axes: { scale: string; format?: unknown }[] }

      expect(axes.flatMap(({ scale, format }) => (scale === 'y' ? [format] : []))).toEqual(['$~s', '$~s'])
    })

    it('as the author wrote them, and in English as they are', () => {
      const own = { mark: 'line', encoding: { ...encoding, x: { ...at, axis: { format: '%b %d, %Y' } } } }

      expect(timed('de-DE', own)).toContain('"format":"%b %d, %Y"')
      expect(timed('en-US', { mark: 'line', encoding })).not.toMatch(/"format":"%/)
    })
  })

  it('loads nothing', async () => {
    await expect(refusingLoader.load('https://evil.example/rows.json')).rejects.toThrow('evil.example')
  })
})

describe('a mark', () => {
  const columns = [month, status, revenue].map((each) => ({ ...each, write: String }))
  const mark = { marktype: 'rect', role: 'mark', items: [] }

  it('says what its row has, aggregated or not', () => {
    expect(linesOf({ datum: { 'orders.status': 'paid', 'sum_orders.revenue': 7 }, mark }, columns, String, false)).toEqual([
      { name: 'Status', value: 'paid' },
      { name: 'Revenue', value: '7' },
    ])
  })

  it('says what its author chose, as text', () => {
    expect(linesOf({ datum: {}, mark, tooltip: { a: '<img src=x onerror=alert(1)>' } }, columns, String, true)).toEqual([
      { name: 'a', value: '<img src=x onerror=alert(1)>' },
    ])
    expect(linesOf({ datum: {}, mark, tooltip: 7 }, columns, String, true)).toEqual([{ name: '', value: '7' }])
  })

  it('says what the compiler made of an average', () => {
    const tooltip = { 'Status (year-month)': 'paid', 'Mean of orders.revenue': '7.5' }
    const datum = { 'orders.status': 'paid', 'mean_orders.revenue': 7.5 }

    expect(linesOf({ datum, mark, tooltip }, columns, withTitles([revenue]), false)).toEqual([
      { name: 'Status', value: 'paid' },
      { name: 'Mean of Revenue', value: '7.5' },
    ])
  })

  it.each([
    [{ mark: { type: 'bar', tooltip: true } }, false],
    [{ mark: { type: 'bar', tooltip: { content: 'data' } } }, false],
    [{ mark: 'bar', data: { values: [{ tooltip: 'x' }] } }, false],
    [{ layer: [{ mark: 'bar', encoding: { tooltip: { field: 'orders.status' } } }] }, true],
    [{ mark: 'bar', encoding: { tooltip: [{ field: 'orders.status' }] } }, true],
  ])('has tooltips of its author in %j: %s', (spec, isOwn) => {
    expect(hasOwnTooltip({ spec } as unknown as Snapshot)).toBe(isOwn)
  })

  it('is looked into by its first dimension', () => {
    expect(drillOf({ datum: { 'orders.status': 'paid', 'orders.revenue': 7 }, mark }, columns)).toEqual({
      member: 'orders.status',
      value: 'paid',
    })
    expect(drillOf({ datum: { 'orders.revenue': 7 }, mark }, columns)).toBeNull()
  })

  it('of an axis says nothing', () => {
    const axis = { datum: { 'orders.status': 'paid' }, mark: { ...mark, role: 'axis-label' } }

    expect([linesOf(axis, columns, String, false), drillOf(axis, columns), drillOf(null, columns)]).toEqual([[], null, null])
  })
})

describe('the language of a chart', () => {
  it.each([...embedLocales])('has numbers and times as Intl has them: %s', (locale) => {
    const [number, time] = [numberLocaleOf(locale, null), timeLocaleOf(locale)]
    const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).format(1_234_567.5)

    expect(['1', '234', '567'].join(number.thousands) + number.decimal + 5).toBe(written)
    expect([time.months, time.shortMonths, time.days, time.shortDays].map((names) => new Set(names).size)).toEqual([12, 12, 7, 7])
    expect(time.date).toMatch(/%d/)
    expect(time.periods.every((period) => period !== '')).toBe(true)
  })

  it('has its weeks from Sunday on and dates in their order', () => {
    expect(timeLocaleOf('de-DE')).toMatchObject({
      days: expect.arrayContaining(['Sonntag']) as string[],
      date: '%d.%m.%Y',
      time: '%H:%M:%S',
    })
    expect(timeLocaleOf('en-US').days[0]).toBe('Sunday')
    expect(timeLocaleOf('en-US').time).toContain('%I')
    expect(numberLocaleOf('de-DE', null).currency).toEqual(['', '\u00a0$'])
    expect(numberLocaleOf('de-DE', 'EUR').currency).toEqual(['', '\u00a0€'])
    expect(numberLocaleOf('en-US', 'AUD').currency).toEqual(['A$', ''])
  })
})

it('is described in words', () => {
  const data = rowsOf([status, ['paid', 'open']], [revenue, ['10', '2.5']])
  const report = { spec: { mark: { type: 'bar' } } } as unknown as Snapshot
  const look = { locale: 'en-US' } as Look

  expect(describeChart({ report, data, look, words: englishWords })).toBe(
    'Bar chart: Revenue by Status, 2 rows. Revenue: from $2.50 to $10.00.',
  )
})
