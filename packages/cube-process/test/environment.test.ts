import { expect, it } from 'vitest'
import { platformEnvironment } from '../src/environment.ts'

const limitsOf = (env: Record<string, string>) => {
  const { CUBEJS_DB_QUERY_LIMIT, CUBEJS_DB_QUERY_DEFAULT_LIMIT } = platformEnvironment(env, false)
  return [CUBEJS_DB_QUERY_LIMIT, CUBEJS_DB_QUERY_DEFAULT_LIMIT]
}

it('takes as many rows as dashboards ask for; a lower limit is that of queries without one', () => {
  expect(limitsOf({})).toEqual([undefined, undefined])
  expect(limitsOf({ CUBEJS_DB_QUERY_LIMIT: '5000' })).toEqual(['50000', '5000'])
  expect(limitsOf({ CUBEJS_DB_QUERY_LIMIT: '20000' })).toEqual(['50000', '10000'])
  expect(limitsOf({ CUBEJS_DB_QUERY_LIMIT: '20000', CUBEJS_DB_QUERY_DEFAULT_LIMIT: '100' })).toEqual(['50000', '100'])
  expect(limitsOf({ CUBEJS_DB_QUERY_LIMIT: '100000' })).toEqual(['100000', undefined])
  expect(limitsOf({ CUBEJS_DB_QUERY_LIMIT: 'many' })).toEqual(['many', undefined])
})
