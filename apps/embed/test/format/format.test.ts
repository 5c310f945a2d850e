import { afterEach, describe, expect, it, vi } from 'vitest'
import { createNumberFormat } from '../../src/format/format-number.ts'
import { createTimeFormat, millisecondsOf } from '../../src/format/format-time.ts'
import { createValueFormat } from '../../src/format/format-value.ts'
import { numberStyleOf } from '../../src/format/number-style.ts'
import type { Column, Snapshot } from '../../src/widgets/types.ts'
import { englishWords } from '../../src/widgets/words.ts'

const column = (more: Partial<Column>): Column => ({
  member: 'orders.revenue',
  aliases: [],
  title: 'Orders Revenue',
  shortTitle: 'Revenue',
  type: 'number',
  kind: 'measure',
  granularity: null,
  format: null,
  currency: null,
  isAdditive: true,
  comparison: null,
  ...more,
})
/** Spaces that do not break are written as others, so that the expected texts can be read. */
const spaced = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const written = (value: unknown, format: string | null, locale = 'en-US'): string =>
  spaced(createNumberFormat(locale, numberStyleOf({ format }, undefined))(value))

describe('a number', () => {
  it.each([
    ['1234567', null, '1,234,567'],
    ['1234.5', null, '1,234.5'],
    ['12345678901234567890.123456', null, '12,345,678,901,234,567,890.123456'],
    [0.1 + 0.2, null, '0.3'],
    ['1e3', null, '1,000'],
    ['1234.5', 'currency', '$1,234.50'],
    ['1234', 'currency', '$1,234.00'],
    ['-1234.567', 'currency_1', '-$1,234.6'],
    ['0.1234', 'percent', '12.34%'],
    ['0.5', 'percent_0', '50%'],
    ['1234567', 'abbr', '1.23M'],
    ['-1234', 'accounting', '(1,234.00)'],
    ['-0.4', 'number_0', '0'],
    [-0.4, 'currency_0', '$0'],
    ['-0.4', 'accounting_0', '0'],
    ['-0.6', 'accounting_0', '(1)'],
    ['1234', 'id', '1234'],
    ['1234.5', '$,.2f', '$1,234.50'],
    ['0.12345', '.1~%', '12.3%'],
    ['1234.5', ',.0f', '1,235'],
    ['1234.5', 'a format nobody has', '1,234.5'],
    ['not a number', 'currency', 'not a number'],
  ])('%s as %s is %s', (value, format, expected) => {
    expect(written(value, format)).toBe(expected)
  })

  it.each([
    ['EUR', 'en-US', '€1,234.50'],
    ['EUR', 'de-DE', '1.234,50 €'],
    ['AUD', 'en-US', 'A$1,234.50'],
    ['USD', 'fr-FR', '1 234,50 $US'],
    ['CHF', 'en-US', 'CHF 1,234.50'],
    [null, 'en-US', '$1,234.50'],
    ['JPY', 'ja-JP', '￥1,235'],
  ])('of %s is written in %s as %s', (currency, locale, expected) => {
    const format = createValueFormat(column({ format: 'currency', currency }), { locale, report: null, words: englishWords })

    expect(spaced(format('1234.5'))).toBe(expected)
  })

  it.each([
    ['de-DE', '1.234.567,5', '1.234,50 $', '12,34 %'],
    ['fr-FR', '1 234 567,5', '1 234,50 $', '12,34 %'],
    ['ja-JP', '1,234,567.5', '$1,234.50', '12.34%'],
    ['pt-BR', '1.234.567,5', '$ 1.234,50', '12,34%'],
  ])('is written as in %s', (locale, number, currency, percent) => {
    expect([written('1234567.5', null, locale), written('1234.5', 'currency', locale), written('0.1234', 'percent', locale)]).toEqual([
      number,
      currency,
      percent,
    ])
  })

  it('is written as the report prefers, and then with all its places', () => {
    const report = { preferences: { columnFormats: { 'orders.revenue': { type: 'percent', decimalPlaces: 3 } } } } as unknown as Snapshot
    const format = createValueFormat(column({ format: 'currency' }), { locale: 'en-US', report, words: englishWords })

    expect(format('0.5')).toBe('50.000%')
    const previous = column({ member: 'orders.revenue.previous', comparison: { of: 'orders.revenue', output: 'previous' } })
    expect(createValueFormat(previous, { locale: 'en-US', report, words: englishWords })('0.25')).toBe('25.000%')
  })
})

describe('a time', () => {
  afterEach(() => vi.unstubAllEnvs())

  const at = Date.UTC(2026, 7, 5, 14, 30, 9)

  it.each([
    ['year', '2026'],
    ['quarter', 'Q3 2026'],
    ['month', 'Aug 2026'],
    ['week', 'Aug 5, 2026'],
    ['day', 'Aug 5, 2026'],
    ['hour', 'Aug 5, 2026, 2:30 PM'],
    ['second', 'Aug 5, 2026, 2:30:09 PM'],
    [null, 'Aug 5, 2026, 2:30 PM'],
  ])('by %s is %s, in whichever zone the browser is', (granularity, expected) => {
    expect(spaced(createTimeFormat('en-US', granularity)(at))).toBe(expected)
  })

  it.each(['Pacific/Auckland', 'America/Los_Angeles'])('is of its own day, quarter and year in %s', (zone) => {
    vi.stubEnv('TZ', zone)
    const texts = ['2026-01-01T00:00', '2026-12-31T23:00'].flatMap((text) =>
      ['year', 'quarter', 'day'].map((granularity) => createTimeFormat('en-US', granularity)(text)),
    )

    expect(texts).toEqual(['2026', 'Q1 2026', 'Jan 1, 2026', '2026', 'Q4 2026', 'Dec 31, 2026'])
  })

  it.each([
    ['de-DE', 'Q3 2026'],
    ['fr-FR', 'T3 2026'],
    ['ja-JP', '2026年第3四半期'],
    ['sv-SE', 'K3 2026'],
  ])('has its quarters as in %s', (locale, expected) => {
    expect(createTimeFormat(locale, 'quarter')(at)).toBe(expected)
  })

  it('as text is read as UTC', () => {
    for (const text of ['2026-08-05T14:30:09.000', '2026-08-05T14:30:09Z', '2026-08-05T16:30:09+02:00'])
      expect(millisecondsOf(text)).toBe(at)
    expect(millisecondsOf('2026-08-05')).toBe(Date.UTC(2026, 7, 5))
    expect(millisecondsOf('today')).toBeNull()
  })
})

describe('a value', () => {
  const format = (more: Partial<Column>) => createValueFormat(column(more), { locale: 'en-US', report: null, words: englishWords })

  it('that is missing is a dash, of any type', () => {
    for (const type of ['string', 'number', 'boolean', 'time'] as const)
      expect([format({ type })(null), format({ type })(undefined)]).toEqual(['–', '–'])
  })

  it('of a boolean is a word', () => {
    expect([true, 'false', 1, 'other'].map(format({ type: 'boolean' }))).toEqual(['Yes', 'No', 'Yes', 'other'])
  })

  it('of a change is a percentage', () => {
    expect(format({ comparison: { of: 'orders.revenue', output: 'percent' } })(0.1234)).toBe('12.3%')
  })
})
