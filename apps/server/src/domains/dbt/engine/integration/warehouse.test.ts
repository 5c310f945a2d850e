import { expect, it } from 'vitest'
import { requireWarehouse } from './warehouse.ts'

it.each([
  ['postgres', 'postgres'],
  ['redshift', 'redshift'],
  ['snowflake', 'snowflake'],
  ['bigquery', 'bigquery'],
  ['databricks-jdbc', 'databricks'],
  ['athena', 'athena'],
  ['clickhouse', 'clickhouse'],
])('knows %s as %s', (type, warehouse) => expect(requireWarehouse(type)).toBe(warehouse))

it.each([null, 'duckdb', 'constructor'])('refuses %s with the list', (type) => {
  expect(() => requireWarehouse(type)).toThrow(
    expect.objectContaining({
      code: 'dbt_warehouse_unsupported',
      message: expect.stringContaining('Supported are: snowflake, redshift, postgres, bigquery, databricks, athena, clickhouse.'),
    }),
  )
})
