import { embedLocales } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { currencyOptions } from '../../src/format/format-number.ts'
import { createValueFormat } from '../../src/format/format-value.ts'
import { createIntlNumberLocale, type NumberLocale } from '../../src/widgets/chart/intl-number-locale.ts'
import { nearestPoints } from '../../src/widgets/chart/nearest-points.ts'
import { linesOfPoints } from '../../src/widgets/chart/point-lines.ts'
import { csvOf } from '../../src/widgets/table/csv.ts'
import { englishWords } from '../../src/widgets/words.ts'
import { drawChart } from './drawn-chart.ts'
import { column, measure, rowsOf } from './rows.ts'

const refused = (): never => {
  throw new Error('left to d3')
}
const fallback: NumberLocale = { format: refused, formatPrefix: refused, formatFloat: refused, formatSpan: refused }
const spaced = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('numbers of a chart', () => {
  it.each([
    ['en-US', '$~s', 1_000_000, ['$0', '$200K', '$1M']],
    ['de-DE', '$~s', 1_000_000, ['0 $', '200.000 $', '1 Mio. $']],
    ['ja-JP', '$~s', 1_000_000, ['$0', '$20万', '$100万']],
    ['en-US', undefined, 5000, ['0', '1,000', '5,000']],
    ['de-DE', ',.2f', 1, ['0,00', '0,20', '1,00']],
    ['fr-FR', '~%', 1, ['0 %', '20 %', '100 %']],
    ['en-US', '~s', 0.01, ['0', '0.002', '0.01']],
  ])('are written in %s by %s', (locale, specifier, stop, expected) => {
    const format = createIntlNumberLocale(fallback, locale, null).formatSpan(0, stop, 5, specifier)

    expect([0, stop / 5, stop].map((value) => spaced(format(value)))).toEqual(expected)
  })

  it.each([
    ['$,.2f', '€1,234.50'],
    ['', '1234.5'],
    [',d', '1,235'],
    ['.3s', '1.23K'],
    ['$,', '€1,234.5'],
  ])('by %j are %s', (specifier, expected) => {
    expect(createIntlNumberLocale(fallback, 'en-US', 'EUR').format(specifier)(1234.5)).toBe(expected)
  })

  it('that Intl cannot write are left to d3', () => {
    expect(() => createIntlNumberLocale(fallback, 'en-US', null).format('010x')).toThrow('left to d3')
  })
})

describe('an axis', () => {
  const month = column('o.at', { type: 'time', kind: 'time', granularity: 'month' })
  const labelsOf = async (format: string | null, aggregate?: string, currency: string | null = null) => {
    const data = rowsOf([month, [0, 1]], [measure('o.m', { format, currency }), ['0', '1000000']])
    const y = { field: 'o.m', type: 'quantitative', ...(aggregate === undefined ? {} : { aggregate }) }
    const { labels } = await drawChart({ mark: 'bar', encoding: { y } }, data, 'en-US')
    return labels().at(-1)
  }

  it.each([
    ['currency', undefined, null, '$1M'],
    ['currency', 'sum', 'EUR', '€1M'],
    ['percent', 'max', null, '100,000,000%'],
    [null, undefined, null, '1,000,000'],
    ['currency', 'distinct', null, '2'],
  ])('of a measure in %s, aggregated by %s, writes it as it is', async (format, aggregate, currency, expected) => {
    const last = await labelsOf(format, aggregate, currency)

    expect(last?.replace(/\.0$/, '')).toBe(expected)
  })
})

describe('one number', () => {
  const month = column('o.at', { type: 'time', kind: 'time', granularity: 'month' })
  const amount = measure('o.m', { shortTitle: 'Amount', format: 'currency', currency: 'EUR' })
  const values = ['0', '1234567.5']

  it.each([...embedLocales])('is the same in tooltip, table, CSV and on the axis: %s', async (locale) => {
    const write = createValueFormat(amount, { locale, report: null, words: englishWords })
    const spec = { mark: 'line', encoding: { x: { field: 'o.at', type: 'temporal' }, y: { field: 'o.m', type: 'quantitative' } } }
    const { scene, plot, labels } = await drawChart(spec, rowsOf([month, [0, 40 * 86_400_000]], [amount, values]), locale)
    const points = nearestPoints(scene, { x: plot.width, y: 1 }).map(({ item }) => item)
    const [cell = ''] = csvOf([{ ...amount, values }], [1], locale)
      .split('\r\n')
      .slice(1)
    const ticks = labels().filter((label) => /[€]|EUR/.test(label))

    expect(linesOfPoints(points, [{ ...amount, write }], String, false)).toEqual([{ name: 'Amount', value: write('1234567.5') }])
    expect(Number(cell.replaceAll('"', '').replace(',', '.'))).toBe(1_234_567.5)
    expect(ticks).toContain(
      new Intl.NumberFormat(locale, { notation: 'compact', ...currencyOptions('EUR'), maximumFractionDigits: 1 }).format(1_000_000),
    )
  })
})
