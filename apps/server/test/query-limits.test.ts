import type { FilterOperator } from '@facet/contract'
import { expect, it } from 'vitest'
import { querySizeProblem } from '@facet/dashboard-spec/query'
import { queryFilterOf } from '../src/domains/querying/widget-data/query-filter.ts'
import { requireSize } from '../src/domains/querying/widget-data/sent-size.ts'
import { queryStructure } from '../src/gateway/read-body.ts'
import { structureProblem } from '../src/kernel/json-structure.ts'
import { maxQueryCost, queryCost } from '../src/kernel/query-cost.ts'

const filters = (count: number, operator: FilterOperator, values: number) =>
  Array.from({ length: count }, () => ({
    member: 'orders.status',
    operator,
    values: Array.from({ length: values }, String),
    isTime: false,
  }))

it.each([
  ['filters', filters(250, 'equals', 1), filters(251, 'equals', 1)],
  ['values', filters(10, 'equals', 1000), filters(11, 'equals', 910)],
  ['texts to look for', filters(50, 'contains', 5), filters(51, 'contains', 5)],
])('the service takes as many %s of a viewer as an engine takes in a query', (_, most, more) => {
  const asked = (sent: typeof most) => ({
    filters: sent.map(({ member, operator, values, isTime }) => queryFilterOf(member, operator, values, isTime)),
  })

  expect(() => requireSize(most)).not.toThrow()
  expect(querySizeProblem(asked(most))).toBeUndefined()
  expect(() => requireSize(more)).toThrow('Send fewer')
  expect(querySizeProblem(asked(more))).toContain('the limit is')
})

const filter = (values: number) => ({ member: 'orders.status', operator: 'equals', values: Array.from({ length: values }, String) })

it.each([
  ['as many filters as an engine takes', { filters: Array.from({ length: 125 }, () => ({ and: [filter(1)] })) }, 8],
  ['as many values as an engine takes', { filters: Array.from({ length: 250 }, () => filter(40)) }, maxQueryCost],
  [
    'as many queries as an engine takes',
    Array.from({ length: 50 }, () => ({ filters: Array.from({ length: 3 }, () => filter(1)) })),
    maxQueryCost,
  ],
])('the gateway passes %s, at its cost', (_, query, cost) => {
  expect(querySizeProblem(query)).toBeUndefined()
  expect(structureProblem(JSON.stringify({ query }), queryStructure)).toBeUndefined()
  expect(queryCost(query)).toBe(cost)
})
