import { expect, it } from 'vitest'
import { settingsFingerprint } from './fingerprint.ts'
import type { DbtIntegration } from './load-integration.ts'
import { completeSettings } from './settings.ts'
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

const integration: DbtIntegration = {
  ...completeSettings({ targetSchema: 'analytics', variableNames: ['A', 'B'] }),
  tenantId: 1,
  deploymentId: 2,
  revision: 3,
  remote: { url: 'https://git.example.com/dbt.git', credential: { kind: 'none' } },
  variables: { selected: {}, database: {}, missing: [], hash: 'one', warehouseType: 'postgres' },
  timeouts: { cloneMs: 1, packagesMs: 1, parseMs: 1, catalogMs: 1, convertMs: 1, publishMs: 1 },
}

const first = settingsFingerprint(integration)

it.each<[string, Partial<DbtIntegration>]>([
  ['the version of dbt', { dbtVersion: '1.11.17' }],
  ['the target', { target: 'prod' }],
  ['the target schema', { targetSchema: 'other' }],
  ['the project path', { projectPath: 'dbt' }],
  ['a pull setting', { pull: { ...integration.pull, hasJoins: false } }],
  ['a variable', { variables: { ...integration.variables, hash: 'two' } }],
  ['which variables are passed', { variableNames: ['A'] }],
  ['the repository', { remote: { ...integration.remote, url: 'https://git.example.com/other.git' } }],
])('the fingerprint changes when %s changes', (_what, change) => {
  expect(settingsFingerprint({ ...integration, ...change })).not.toBe(first)
})

it.each<[string, Partial<DbtIntegration>]>([
  ['the credential', { remote: { ...integration.remote, credential: { kind: 'password', username: 'git', password: 'x' } } }],
  ['the recipients', { reviewRecipients: ['ada@acme.example'] }],
  ['a timeout', { timeouts: { ...integration.timeouts, parseMs: 2 } }],
  ['the revision', { revision: 4 }],
  ['the order of names', { variableNames: ['B', 'A'] }],
  ['the order of fields', { pull: Object.fromEntries(Object.entries(integration.pull).toReversed()) as DbtIntegration['pull'] }],
])('the fingerprint stays the same when %s changes', (_what, change) => {
  expect(settingsFingerprint({ ...integration, ...change })).toBe(first)
})
