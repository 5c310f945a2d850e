import { describe, expect, it } from 'vitest'
import { requestCost } from './request-cost.ts'

const large = { filters: Array.from({ length: 250 }, () => ({ member: 'orders.status', operator: 'equals', values: ['open'] })) }
const load = '/cubejs-api/v1/load'
const bodyOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

describe('the cost of a request', () => {
  it.each([
    ['without a query', load, null, 1],
    ['with a small query in the address', `${load}?query=${encodeURIComponent('{"measures":["orders.count"]}')}`, null, 1],
    ['with a large query in the address', `${load}?query=${encodeURIComponent(JSON.stringify(large))}&cache=no-cache`, null, 8],
    ['with a broken query in the address', `${load}?query=%${'7'.repeat(600)}`, null, 1],
    ['with a small query in the body', load, bodyOf({ query: { measures: ['orders.count'] } }), 1],
    ['with a large query in the body', load, bodyOf({ query: large }), 8],
    ['with a large query that is a string', load, bodyOf({ query: JSON.stringify(large) }), 8],
    ['with a body that is the query', load, bodyOf(large), 8],
    ['with a body that is not JSON', load, Buffer.from(`{${' '.repeat(1000)}`), 1],
    ['with a body that is null', load, Buffer.from(`${' '.repeat(1000)}null`), 1],
    ['with a long SQL text', '/cubejs-api/v1/cubesql', bodyOf({ query: `SELECT ${'a, '.repeat(2000)}` }), 3],
  ])('%s', (_, path, body, cost) => {
    expect(requestCost(path, body)).toBe(cost)
  })

  it.each([
    ['in the address', `${load}?query=${'['.repeat(600)}`, null],
    ['in a string of the body', load, bodyOf({ query: '[],'.repeat(5001) })],
  ])('refuses a query with too much structure %s', (_, path, body) => {
    expect(() => requestCost(path, body)).toThrow(expect.objectContaining({ status: 400, code: 'query_too_complex' }))
  })
})
