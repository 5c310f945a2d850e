import { expect, it } from 'vitest'
import { maxQueryCost, queryCost } from './query-cost.ts'

const members = (count: number) => Array.from({ length: count }, (_, index) => `orders.column_${index}`)
const filters = (count: number, values = 1) =>
  Array.from({ length: count }, () => ({ member: 'orders.status', operator: 'equals', values: members(values) }))

it.each([
  ['a small query', { measures: ['orders.count'], dimensions: ['orders.status'], order: { 'orders.count': 'desc' } }, 1],
  ['no query', null, 1],
  ['31 members', { dimensions: members(31) }, 1],
  ['32 members', { dimensions: members(32) }, 2],
  ['members in several lists', { dimensions: members(16), measures: members(16) }, 2],
  ['orders by member', { order: Object.fromEntries(members(64).map((name) => [name, 'asc'])) }, 3],
  ['orders in a list', { order: members(64).map((name) => [name, 'asc']) }, 3],
  ['as many filters as an engine takes', { filters: filters(250) }, 8],
  ['filters below others', { filters: [{ or: [{ and: filters(64) }] }] }, 3],
  ['a filter with many values', { filters: filters(1, 10_000) }, 5],
  ['a list of queries', [{ dimensions: members(1) }, { dimensions: members(1) }], 2],
  ['periods to compare', { timeDimensions: [{ dimension: 'orders.at', compareDateRange: [['a', 'b'], 'c', 'd'] }] }, 3],
  ['the largest request', Array.from({ length: 50 }, () => ({ filters: filters(5) })), maxQueryCost],
])('weighs %s', (_, query, cost) => {
  expect(queryCost(query)).toBe(cost)
})

it('weighs a query that nests deeper than the call stack', () => {
  let query: unknown = {}
  for (let level = 0; level < 100_000; level++) query = [query]

  expect(queryCost(query)).toBe(maxQueryCost)
})
