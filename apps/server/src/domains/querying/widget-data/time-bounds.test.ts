import { describe, expect, it } from 'vitest'
import { timeBoundsOf } from './time-bounds.ts'

const time = 'orders.created_at'
const at = (text: string): number => Date.parse(`${text}Z`)
const filter = (operator: string, ...values: string[]) => ({ member: time, operator, values })
const february = { from: at('2026-02-01T00:00'), to: at('2026-02-28T23:59:59.999') }
const inFebruary = filter('inDateRange', '2026-02-01', '2026-02-28')

describe('the range of a time that a query leaves', () => {
  it.each([
    ['a range', [inFebruary], february],
    ['a day', [filter('inDateRange', '2026-02-01')], { from: february.from, to: at('2026-02-01T23:59:59.999') }],
    ['afterDate', [filter('afterDate', '2026-02-01')], { from: february.from + 1, to: null }],
    ['afterOrOnDate', [filter('afterOrOnDate', '2026-02-01')], { from: february.from, to: null }],
    ['beforeDate', [filter('beforeDate', '2026-02-01')], { from: null, to: february.from - 1 }],
    ['beforeOrOnDate', [filter('beforeOrOnDate', '2026-02-01')], { from: null, to: february.from }],
    ['several filters', [filter('afterOrOnDate', '2026-02-01'), { and: [filter('beforeOrOnDate', '2026-02-28T23:59:59.999')] }], february],
    ['a filter that every row passes', [filter('set')], { from: null, to: null }],
    ['filters of other members', [{ or: [{ member: 'orders.status', operator: 'set' }] }], { from: null, to: null }],
  ])('follows %s', (_, filters, expected) => {
    expect(timeBoundsOf({ filters }, time)).toEqual(expected)
  })

  it('is the intersection of ranges and filters', () => {
    const timeDimensions = [{ dimension: time, granularity: 'month', dateRange: ['2026-01-01T00:00:00.000', '2026-12-31T23:59:59.999'] }]

    expect(timeBoundsOf({ timeDimensions, filters: [inFebruary] }, `${time}.month`)).toEqual(february)
  })

  it.each([
    ['a range in words', filter('inDateRange', 'last week')],
    ['a time with a zone', filter('afterDate', '2026-02-01T00:00:00Z')],
    ['several times', filter('beforeDate', '2026-02-01', '2026-03-01')],
    ['an alternative', { or: [inFebruary, { member: 'orders.status', operator: 'set' }] }],
    ['an excluded range', filter('notInDateRange', '2026-02-01')],
    ['a filter of a granularity', { member: `${time}.month`, operator: 'equals', values: ['2026-02-01'] }],
  ])('is unknown after %s', (_, unreadable) => {
    expect(timeBoundsOf({ filters: [unreadable] }, time)).toBeNull()
  })
})
