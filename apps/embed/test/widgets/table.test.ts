import { describe, expect, it } from 'vitest'
import { isCutAt } from '../../src/widgets/table/column-widths.ts'
import { csvOf } from '../../src/widgets/table/csv.ts'
import { rowHeightPx, rowWindow } from '../../src/widgets/table/row-window.ts'
import { sortRows } from '../../src/widgets/table/sort-rows.ts'
import { sumValues } from '../../src/widgets/table/sum-values.ts'
import { columnsOf, readTableSpec, type TableColumn } from '../../src/widgets/table/table-spec.ts'
import { totalsOf } from '../../src/widgets/table/totals.ts'
import type { Column, Snapshot } from '../../src/widgets/types.ts'
import { column, measure, rowsOf } from './rows.ts'

const withValues = (of: Column, values: readonly unknown[]): TableColumn => ({ ...of, values })
const reportOf = (spec: unknown): Snapshot => ({ spec }) as Snapshot

describe('the rows of a table', () => {
  it.each([
    ['numbers as numbers', measure('o.n'), ['10', '9', null, '-1'], [3, 1, 0, 2], [0, 1, 3, 2]],
    ['text by the language', column('o.s'), ['b', 'ä', 'a', null], [2, 1, 0, 3], [0, 1, 2, 3]],
    ['text with numbers in it by their size', column('o.s'), ['x10', 'x9'], [1, 0], [0, 1]],
    ['times by the clock', column('o.t', { type: 'time' }), [3, 1, '1970-01-01T00:00:00.002'], [1, 2, 0], [0, 2, 1]],
  ])('are sorted: %s', (_, of, values, ascending, descending) => {
    const sorted = (isDescending: boolean) => sortRows(values.length, { column: withValues(of, values), isDescending }, 'de-DE')

    expect([sorted(false), sorted(true)]).toEqual([ascending, descending])
  })

  it('stand as they arrived where nothing is said', () => {
    expect(sortRows(3, null, 'en-US')).toEqual([0, 1, 2])
  })

  it('are in the document where they are in sight, and the rest takes its room', () => {
    const rows = rowWindow(50_000, 32 * 1000, 320)

    expect(rows.first).toBeLessThanOrEqual(1000)
    // A row more than fit: the first of them may be seen in part.
    expect(rows.end).toBeGreaterThan(1010)
    expect(rows.end - rows.first).toBeLessThan(50)
    expect(rows.abovePx + (rows.end - rows.first) * rowHeightPx + rows.belowPx).toBe(50_000 * rowHeightPx)
    expect(rowWindow(3, 99_999, 320)).toEqual({ first: 0, end: 3, abovePx: 0, belowPx: 0, isPart: false })
    expect([rowWindow(9, 0, 320), rowWindow(10, 0, 320)].map(({ isPart }) => isPart)).toEqual([false, true])
  })
})

describe('a cell', () => {
  it.each([
    ['cancelled', 13, false],
    ['2026-01-31', 14, false],
    ['$1,234,567.89', 17, false],
    ['Summer Mountain', 19, false],
    ['x'.repeat(36), 40, false],
    ['x'.repeat(38), 40, true],
    ['NORTH AMERICA WEST', 22, true],
    ['東京都千代田区', 11, true],
    ['東京', 8, false],
  ])('%s in a column of %i is cut: %s', (text, width, isCut) => {
    expect(isCutAt(width, text)).toBe(isCut)
  })
})

describe('a sum', () => {
  it.each([
    [['0.1', '0.2'], '0.3'],
    [['9007199254740993', '1'], '9007199254740994'],
    [['-1.50', '0.25'], '-1.25'],
    [['-0.5', '0.25'], '-0.25'],
    [[1, 2, null, ''], '3'],
    [['1e3', '1'], 1001],
    [['1', 'x'], null],
    [[], null],
  ])('of %j is %s', (values, expected) => {
    expect(sumValues(values)).toBe(expected)
  })
})

describe('totals', () => {
  const [status, revenue] = [column('o.status'), measure('o.revenue')]
  const average = measure('o.average', { isAdditive: false })
  const data = rowsOf([status, ['a', 'b']], [revenue, ['1', '2']], [average, ['5', '7']])
  const totals = (spec: unknown, of = data) => totalsOf(columnsOf(of, readTableSpec(reportOf(spec))), of, readTableSpec(reportOf(spec)))

  it('are of measures that can be added up', () => {
    expect(totals({})).toEqual([undefined, '3', undefined])
    expect(totals({ totals: false })).toBeNull()
    expect(totals({}, rowsOf([status, ['a', 'b']], [average, ['5', '7']]))).toBeNull()
  })

  it('are not of rows that were cut off, nor of one row', () => {
    expect(totals({ totals: true }, { ...data, isTruncated: true })).toBeNull()
    expect(totals({}, rowsOf([status, ['a']], [revenue, ['1']]))).toBeNull()
  })
})

describe('the specification of a table', () => {
  const data = rowsOf([column('o.a'), []], [column('o.b'), []], [column('o.c'), []])
  const shown = (spec: unknown) => columnsOf(data, readTableSpec(reportOf(spec))).map(({ shortTitle }) => shortTitle)

  it('orders, names and hides columns', () => {
    expect(
      shown({
        columns: [
          { member: 'o.c', title: 'Third' },
          { member: 'o.b', isHidden: true },
        ],
      }),
    ).toEqual(['Third', 'a'])
    expect(shown('{"columns":["o.b"]}')).toEqual(['b', 'a', 'c'])
  })

  it.each([null, 'no json', '[]', 7, { columns: 'all' }, { columns: [7] }])('is passed over where it is %j', (spec) => {
    expect(shown(spec)).toEqual(['a', 'b', 'c'])
  })
})

describe('a file of rows', () => {
  const csv = (of: Column, ...values: unknown[]): string[] =>
    csvOf(
      [withValues(of, values)],
      values.map((_, index) => index),
      'en-US',
    )
      .split('\r\n')
      .slice(1, -1)

  it('is UTF-8 with a mark, has titles, and the order that is shown', () => {
    const columns = [withValues(column('o.a', { title: 'A, a' }), ['x', 'y']), withValues(measure('o.n'), ['1', '2'])]

    expect(csvOf(columns, [1, 0], 'en-US')).toBe('\ufeff"A, a",o.n\r\ny,2\r\nx,1\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://evil.example","x")'])('does not let a spreadsheet run %s', (text) => {
    expect(csv(column('o.a'), text)[0]?.replace(/^"/, '').startsWith("'")).toBe(true)
  })

  it('does not let one run what begins a line anew', () => {
    expect(csv(column('o.a'), '\r=1', 'a\n=1')).toEqual(['"\'\r\'=1"', '"a\n\'=1"'])
  })

  it('does not let one run what begins a cell where it lists with another character', () => {
    expect(csv(column('o.a'), 'p;=HYPERLINK("x")', 'p, "@x', 'p\t+1', 'p;q-1', '"=1')).toEqual([
      '"p;\'=HYPERLINK(""x"")"',
      '"p, ""\'@x"',
      '"p\t\'+1"',
      '"p;q-1"',
      '"""\'=1"',
    ])
  })

  it.each([
    ['en-US', ['1.5,x']],
    ['es-MX', ['1.5,x']],
    ['ja-JP', ['1.5,x']],
    ['de-DE', ['1,5;x']],
    ['nb-NO', ['1,5;x']],
    ['vi-VN', ['1,5;x']],
  ])('is written as spreadsheets have it in %s', (locale, lines) => {
    const columns = [withValues(measure('o.n'), ['1.5']), withValues(column('o.a'), ['x'])]

    expect(csvOf(columns, [0], locale).split('\r\n').slice(1, -1)).toEqual(lines)
  })

  it('has numbers and times that can be reckoned on', () => {
    expect(csv(measure('o.n'), '-12.50', null, 'odd')).toEqual(['-12.50', '', 'odd'])
    expect(csv(column('o.t', { type: 'time', granularity: 'month' }), Date.UTC(2026, 0, 1))).toEqual(['2026-01-01'])
    expect(csv(column('o.t', { type: 'time' }), Date.UTC(2026, 0, 1, 9, 5))).toEqual(['2026-01-01 09:05:00'])
    // Later than any calendar: a file without it would be no file at all.
    expect(csv(column('o.t', { type: 'time' }), 9e15)).toEqual(['9000000000000000'])
  })

  it('does not let a spreadsheet run a title', () => {
    expect(csvOf([withValues(column('o.a', { title: '=1+1' }), [])], [], 'en-US')).toBe("\ufeff'=1+1\r\n")
  })

  it('quotes what would end a cell', () => {
    expect(csv(column('o.a'), 'a "b", c')).toEqual(['"a ""b"", c"'])
  })
})
