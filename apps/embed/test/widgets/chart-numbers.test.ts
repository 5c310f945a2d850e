import { describe, expect, it } from 'vitest'
import { createIntlNumberLocale, type NumberLocale } from '../../src/widgets/chart/intl-number-locale.ts'
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
