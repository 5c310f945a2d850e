import { warehouses } from '@facet/dbt-convert'
import { expect, it } from 'vitest'
import { profileOf } from './index.ts'

it.each(warehouses)('has one output for %s, with the schema and without any credential of the deployment', (warehouse) => {
  const variables = { CUBEJS_DB_NAME: 'shop', CUBEJS_DB_USER: 'canary-u', CUBEJS_DB_PASS: 'canary-p', CUBEJS_DB_HOST: 'canary-h' }

  const text = profileOf({ warehouse, target: 'prod"\n', targetSchema: 'analytics', variables })

  const { facet } = JSON.parse(text) as { facet: { target: string; outputs: Record<string, Record<string, unknown>> } }
  expect(Object.keys(facet.outputs)).toEqual([facet.target])
  expect(facet.outputs[facet.target]).toMatchObject({ type: warehouse, schema: 'analytics' })
  expect(text).not.toContain('canary')
})
