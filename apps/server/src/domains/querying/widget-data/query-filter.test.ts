import { filterOperators } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { queryFilterOf } from './query-filter.ts'

const member = 'orders.status'

describe('a filter of a dashboard in the words of the data API', () => {
  it.each([
    ['equals', ['a', 'b'], { operator: 'equals', values: ['a', 'b'] }],
    ['not_equals', [true], { operator: 'notEquals', values: ['true'] }],
    ['greater_than', [5], { operator: 'gt', values: ['5'] }],
    ['less_than_or_equal', [5], { operator: 'lte', values: ['5'] }],
    ['not_starts_with', ['x'], { operator: 'notStartsWith', values: ['x'] }],
    ['is_null', [], { operator: 'notSet' }],
    ['is_not_null', [], { operator: 'set' }],
  ] as const)('says %s', (operator, values, expected) => {
    expect(queryFilterOf(member, operator, values, false)).toEqual({ member, ...expected })
  })

  it('takes what has no value and what has no characters for empty', () => {
    const empty = [
      { member, operator: 'notSet' },
      { member, operator: 'equals', values: [''] },
    ]
    expect(queryFilterOf(member, 'is_empty', [], false)).toEqual({ or: empty })
    expect(queryFilterOf(member, 'is_not_empty', [], false)).toMatchObject({ and: [{ operator: 'set' }, { operator: 'notEquals' }] })
  })

  it('reads a range of numbers, and one of times also in words', () => {
    const numbers = [
      { member, operator: 'gte', values: ['1'] },
      { member, operator: 'lte', values: ['2'] },
    ]
    expect(queryFilterOf(member, 'between', [1, '2'], false)).toEqual({ and: numbers })
    const days = ['2026-01-01', '2026-02-01']
    expect(queryFilterOf(member, 'between', days, false)).toEqual({ member, operator: 'inDateRange', values: days })
    expect(queryFilterOf(member, 'equals', ['last week'], true)).toEqual({ member, operator: 'inDateRange', values: ['last week'] })
    expect(queryFilterOf(member, 'equals', days, true)).toMatchObject({ or: [{ values: [days[0]] }, { values: [days[1]] }] })
    expect(queryFilterOf(member, 'greater_than', ['2026-01-01'], true)).toMatchObject({ operator: 'afterDate' })
  })

  it.each([
    ['less_than', 'beforeDate', '2026-01-01'],
    ['less_than_or_equal', 'beforeOrOnDate', '2026-01-01T23:59:59.999'],
    ['greater_than', 'afterDate', '2026-01-01T23:59:59.999'],
    ['greater_than_or_equal', 'afterOrOnDate', '2026-01-01'],
  ] as const)('compares %s with the whole day', (operator, expected, value) => {
    expect(queryFilterOf(member, operator, ['2026-01-01'], true)).toEqual({ member, operator: expected, values: [value] })
    const moment = '2026-01-01T10:00:00.000'
    expect(queryFilterOf(member, operator, [moment], true)).toMatchObject({ values: [moment] })
  })

  it('knows every operator', () => {
    for (const operator of filterOperators) expect(JSON.stringify(queryFilterOf(member, operator, ['1', '2'], true))).toContain(member)
  })
})
