import { describe, expect, it } from 'vitest'
import { readKpiSpec } from '../../src/widgets/kpi/kpi-spec.ts'
import { changeOf, columnOf, rowsByTime, seriesOf, valueOf } from '../../src/widgets/kpi/kpi-values.ts'
import { sparklinePath } from '../../src/widgets/kpi/sparkline-path.ts'
import type { Snapshot } from '../../src/widgets/types.ts'
import { column, measure, rowsOf } from './rows.ts'

const revenue = measure('o.revenue')
const previous = measure('o.revenue.previous.1_year', { comparison: { of: 'o.revenue', output: 'previous' } })
const month = column('o.created_at', { type: 'time', kind: 'time', granularity: 'month', aliases: ['o.created_at.month'] })
const reportOf = (spec: unknown): Snapshot => ({ spec }) as Snapshot

describe('the blocks of a KPI', () => {
  const data = rowsOf([revenue, ['1']], [previous, ['2']])

  it('are those of the specification that are known', () => {
    const blocks = [
      { type: 'number', member: 'o.revenue', label: 'Sales' },
      { type: 'progress', member: 'o.revenue', target: 100 },
      { type: 'progress', member: 'o.revenue' },
      { type: 'html', html: '<script>' },
      { type: 'text', text: 'Note' },
      7,
    ]

    expect(readKpiSpec(reportOf({ blocks }), data).map(({ type }) => type)).toEqual(['number', 'progress', 'text'])
    expect(readKpiSpec(reportOf(JSON.stringify({ blocks })), data)).toHaveLength(3)
  })

  it('are the first measure and what it is compared with, where nothing is said', () => {
    expect(readKpiSpec(null, data)).toEqual([
      { type: 'number', member: 'o.revenue', label: 'revenue' },
      { type: 'comparison', member: 'o.revenue', to: previous.member, label: null },
    ])
    expect(readKpiSpec(null, rowsOf([column('o.status'), ['a']]))).toEqual([])
  })
})

describe('the number of a KPI', () => {
  const times = [Date.UTC(2026, 2), Date.UTC(2026, 0), Date.UTC(2026, 1)]
  const numberOf = (isAdditive: boolean, more = {}) => {
    const data = { ...rowsOf([month, times], [measure('o.n', { isAdditive }), ['3', '1', '2']]), ...more }
    return valueOf(data, columnOf(data, 'o.n') ?? { ...revenue, values: [] })
  }

  it('is the sum of its rows, or the latest where they cannot be added up', () => {
    expect([numberOf(true), numberOf(false), numberOf(true, { isTruncated: true })]).toEqual(['6', '3', '3'])
  })

  it('is the same with rows of periods without data', () => {
    const withFilled = (filler: unknown, isAdditive: boolean) => {
      const data = rowsOf([month, [...times, Date.UTC(2026, 3)]], [measure('o.n', { isAdditive }), ['3', '1', '2', filler]])
      return valueOf(data, columnOf(data, 'o.n') ?? { ...revenue, values: [] })
    }

    expect([withFilled('0', true), withFilled(null, false)]).toEqual(['6', '3'])
  })

  it.each(['previous', 'difference'] as const)('of a percentage is that of the sums, by %s', (output) => {
    const compared = (of: 'previous' | 'difference' | 'percent', isAdditive: boolean) =>
      measure(`o.n.${of}.1_year`, { isAdditive, comparison: { of: 'o.n', output: of } })
    const other = output === 'previous' ? ['1', '3'] : ['2', '2']
    const data = rowsOf(
      [month, [0, 1]],
      [measure('o.n'), ['3', '5']],
      [compared(output, true), other],
      [compared('percent', false), ['2', '0.6']],
    )

    expect(valueOf(data, columnOf(data, 'o.n.percent.1_year') ?? { ...revenue, values: [] })).toBe(1)
  })

  it('finds rows by their time, under any of its names', () => {
    const data = rowsOf([month, times])

    expect(rowsByTime(data, 'o.created_at.month')).toEqual([1, 2, 0])
    expect(columnOf(data, 'o.none')).toBeNull()
  })

  it('has a line of its times, those of the same time as one', () => {
    const data = rowsOf([month, [2, 1, 2]], [revenue, ['5', '1', '2.5']])

    expect(seriesOf(data, { ...revenue, values: data.values[1] ?? [] }, null)).toEqual([1, 7.5])
    expect(seriesOf(data, { ...revenue, isAdditive: false, values: data.values[1] ?? [] }, null)).toEqual([1, 5, 2.5])
  })

  it.each([
    ['150', '100', 0.5],
    ['50', '-100', 1.5],
    ['1', '0', null],
    [null, '1', null],
  ])('%s after %s is a change of %s', (value, before, change) => {
    expect(changeOf(value, before)).toBe(change)
  })
})

describe('a sparkline', () => {
  it.each([
    [[0, 10, 5], 'M0.0 10.0L50.0 0.0L100.0 5.0'],
    [[1, 1], 'M0.0 5.0L100.0 5.0'],
    [[0, null, 10], 'M0.0 10.0M100.0 0.0'],
    [[1], ''],
    [[], ''],
  ])('of %j is %s', (values, path) => {
    expect(sparklinePath(values, 100, 10)).toBe(path)
  })
})
