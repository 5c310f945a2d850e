import type { WidgetColumn } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { companionOf, withComparison } from './compare-periods.ts'
import { fillMissingRows } from './fill-missing-rows.ts'
import type { Table } from './table.ts'
import { shiftTime, startOf } from './time-steps.ts'

const day = (text: string): number => Date.parse(`${text}T00:00Z`)
const time = 'orders.created_at'

const column = (member: string, kind: WidgetColumn['kind'], more: Partial<WidgetColumn> = {}): WidgetColumn => ({
  member,
  aliases: [],
  title: member,
  shortTitle: member,
  type: kind === 'measure' ? 'number' : 'string',
  kind,
  granularity: kind === 'time' ? 'month' : null,
  format: null,
  currency: null,
  isAdditive: null,
  comparison: null,
  ...more,
})

const tableOf = (rows: [string, string, string | null][]): Table => ({
  columns: [column('orders.status', 'dimension'), column(time, 'time'), column('orders.count', 'measure', { isAdditive: true })],
  values: [rows.map(([status]) => status), rows.map(([, at]) => day(at)), rows.map(([, , count]) => count)],
  rowCount: rows.length,
})

describe('moments by the calendar', () => {
  it('move by units, to the last day of a month that is shorter', () => {
    expect(shiftTime(day('2026-03-31'), -1, 'month')).toBe(day('2026-02-28'))
    expect(shiftTime(day('2024-02-29'), -1, 'year')).toBe(day('2023-02-28'))
    expect(shiftTime(day('2026-01-15'), -1, 'quarter')).toBe(day('2025-10-15'))
    expect(shiftTime(day('2026-01-01'), 2, 'week')).toBe(day('2026-01-15'))
  })

  it('begin with their unit', () => {
    expect(startOf(Date.UTC(2026, 4, 20, 13), 'day')).toBe(day('2026-05-20'))
    expect(startOf(day('2026-05-20'), 'week')).toBe(day('2026-05-18'))
    expect(startOf(day('2026-05-20'), 'quarter')).toBe(day('2026-04-01'))
    expect(startOf(day('2026-05-20'), 'year')).toBe(day('2026-01-01'))
  })
})

describe('missing rows', () => {
  const fill = { member: time }

  it('are filled for every series between the first and the last time, nothing counted as zero', () => {
    const filled = fillMissingRows(
      tableOf([
        ['open', '2026-01-01', '1'],
        ['paid', '2026-03-01', '2'],
      ]),
      fill,
      { from: null, to: null },
    )

    expect(filled?.rowCount).toBe(6)
    expect(filled?.values).toEqual([
      ['open', 'open', 'open', 'paid', 'paid', 'paid'],
      [1, 2, 3, 1, 2, 3].map((month) => day(`2026-0${month}-01`)),
      ['1', '0', '0', '0', '0', '2'],
    ])
  })

  it('are filled between bounds, with nothing where a measure does not add up', () => {
    const table = tableOf([['open', '2026-02-01', '1']])
    const columns = table.columns.map((one) => ({ ...one, isAdditive: false }))
    const filled = fillMissingRows({ ...table, columns }, fill, { from: day('2026-01-15'), to: day('2026-03-31') })
    expect(filled?.values[2]).toEqual([null, '1', null])
  })

  it('are filled between the rows that there are if a bound is open', () => {
    const table = tableOf([
      ['open', '2026-02-01', '1'],
      ['open', '2026-04-01', '2'],
    ])
    for (const bounds of [
      { from: day('1900-01-01'), to: null },
      { from: null, to: day('2099-12-31') },
    ])
      expect(fillMissingRows(table, fill, bounds)?.values[2]).toEqual(['1', '0', '2'])
  })

  it('are left out where they are too many, or the time is not grouped by', () => {
    const table = tableOf([['open', '2026-02-01', '1']])
    expect(fillMissingRows(table, { member: 'orders.paid_at' }, { from: null, to: null })).toBeNull()
    const daily = { ...table, columns: table.columns.map((one) => ({ ...one, granularity: one.kind === 'time' ? 'day' : null })) }
    expect(fillMissingRows(daily, fill, { from: day('1900-01-01'), to: day('2026-01-01') })).toBeNull()
    const [rowCount, at] = [10_001, day('2026-01-01')]
    const long = {
      ...table,
      rowCount,
      values: table.columns.map(({ kind }) => Array.from({ length: rowCount }, () => (kind === 'time' ? at : 'x'))),
    }
    expect(fillMissingRows(long, fill, { from: null, to: null })).toBeNull()
  })

  it('are left out where there is no row at all to say which series there are', () => {
    expect(fillMissingRows(tableOf([]), fill, { from: day('2026-01-01'), to: day('2026-03-31') })).toBeNull()
  })
})

describe('a period before', () => {
  const comparison = { measure: 'orders.count', timeDimension: time, offset: { amount: 1, unit: 'year' } }
  const query = {
    measures: ['orders.count'],
    timeDimensions: [{ dimension: time, granularity: 'month', dateRange: ['2026-01-01', '2026-02-28T23:59:59.999'] }],
  }

  it('is asked with the same query and its days moved', () => {
    expect(companionOf(query, comparison)?.query).toEqual({
      measures: ['orders.count'],
      timeDimensions: [{ dimension: time, granularity: 'month', dateRange: ['2025-01-01', '2025-02-28T23:59:59.999'] }],
    })
    const filters = [
      { member: time, operator: 'inDateRange', values: ['2026-01-01', '2026-01-31'] },
      { member: 'orders.status', operator: 'set' },
    ]
    expect(companionOf({ ...query, filters }, comparison)?.query['filters']).toEqual([
      { member: time, operator: 'inDateRange', values: ['2025-01-01', '2025-01-31'] },
      { member: 'orders.status', operator: 'set' },
    ])
  })

  it.each([
    [['2026-02-01', '2026-02-28'], 'month', ['2026-01-01', '2026-01-31']],
    [['2026-02-01T00:00:00.000', '2026-02-28T23:59:59.999'], 'month', ['2026-01-01T00:00:00.000', '2026-01-31T23:59:59.999']],
    [['2026-02-01T00:00:00', '2026-02-28T23:59:59'], 'month', ['2026-01-01T00:00:00.000', '2026-01-31T23:59:59.000']],
    [['2026-02-01T00:00', '2026-02-28T23:59'], 'month', ['2026-01-01T00:00:00.000', '2026-01-31T23:59:00.000']],
    [['2026-04-01', '2026-04-30'], 'month', ['2026-03-01', '2026-03-31']],
    [['2026-04-01', '2026-06-30'], 'quarter', ['2026-01-01', '2026-03-31']],
    [['2025-01-01', '2025-02-28'], 'year', ['2024-01-01', '2024-02-29']],
    [['2024-01-01', '2024-02-29'], 'year', ['2023-01-01', '2023-02-28']],
    [['2026-03-01', '2026-03-30'], 'month', ['2026-02-01', '2026-02-28']],
    [['2026-03-02', '2026-03-08'], 'week', ['2026-02-23', '2026-03-01']],
  ])('has all of its days: %j and a %s before is %j', (dateRange, unit, before) => {
    const by = { ...comparison, offset: { amount: 1, unit } }
    const days = { timeDimensions: [{ dimension: time, granularity: 'day', dateRange }] }
    const filters = [{ member: time, operator: 'inDateRange', values: dateRange }]

    expect(companionOf(days, by)?.query).toMatchObject({ timeDimensions: [{ dateRange: before }] })
    expect(companionOf({ timeDimensions: [{ dimension: time, granularity: 'day' }], filters }, by)?.query).toMatchObject({
      filters: [{ values: before }],
    })
  })

  it('is asked from its first row, wherever the report begins', () => {
    expect(companionOf({ ...query, offset: 100 }, comparison)?.query).not.toHaveProperty('offset')
  })

  it('is not asked where it would not stand beside: by grain, by words, or without a time', () => {
    const by = (granularity: string, dateRange: unknown = undefined) => ({
      timeDimensions: [{ dimension: time, granularity, ...(dateRange === undefined ? {} : { dateRange }) }],
    })
    expect(companionOf(by('week'), comparison)).toBeNull()
    expect(companionOf(by('year'), { ...comparison, offset: { amount: 1, unit: 'month' } })).toBeNull()
    expect(companionOf(by('month', 'last year'), comparison)).toBeNull()
    expect(companionOf({ measures: ['orders.count'] }, comparison)).toBeNull()
    expect(companionOf(by('month'), { ...comparison, offset: { amount: 1, unit: 'fortnight' } })).toBeNull()
  })

  it('stands beside its rows as what was, the difference and the change', () => {
    const companion = companionOf(query, comparison)
    if (!companion) throw new Error('There is nothing to compare with.')
    const before = tableOf([
      ['open', '2025-01-01', '4'],
      ['open', '2025-02-01', '0'],
    ])
    const now = tableOf([
      ['open', '2026-01-01', '5'],
      ['open', '2026-02-01', '3'],
      ['paid', '2026-01-01', '1'],
    ])

    const outputs = ['previous_value', 'difference', 'percent_change']
    const { table } = withComparison(now, before, { ...comparison, outputs }, companion) ?? {}

    expect(table?.columns.slice(3).map(({ member, comparison: made }) => [member, made?.output])).toEqual([
      ['orders.count.previous.1_year', 'previous'],
      ['orders.count.difference.1_year', 'difference'],
      ['orders.count.percent.1_year', 'percent'],
    ])
    expect(table?.values.slice(3)).toEqual([
      ['4', '0', null],
      [1, 3, null],
      [0.25, null, null],
    ])
  })

  it('that was a loss is compared with by its size: less of a loss is a rise', () => {
    const companion = companionOf(query, comparison)
    if (!companion) throw new Error('There is nothing to compare with.')
    const [before, now] = [tableOf([['open', '2025-01-01', '-4']]), tableOf([['open', '2026-01-01', '-1']])]

    expect(withComparison(now, before, { ...comparison, outputs: ['percent_change'] }, companion)?.table.values.at(-1)).toEqual([0.75])
  })

  it.each([
    ['2026-03-31', '2026-02-28', null, true],
    ['2026-03-28', '2026-02-28', '7', false],
    ['2026-02-28', '2026-01-31', null, true],
  ])('%s with a month before, whose last row is %s: %s', (dayNow, dayBefore, previous, hasUnmatchedDays) => {
    const byMonth = { ...comparison, offset: { amount: 1, unit: 'month' } }
    const companion = { query, amount: 1, unit: 'month', granularity: 'day' } as const

    const compared = withComparison(tableOf([['open', dayNow, '5']]), tableOf([['open', dayBefore, '7']]), byMonth, companion)

    expect([compared?.table.values.at(-1), compared?.hasUnmatchedDays]).toEqual([[previous], hasUnmatchedDays])
  })
})
