import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { warehouses } from '@facet/dbt-convert'
import { describe, expect, it } from 'vitest'
import { createOutbound } from '#adapters/outbound'
import { calmControl, type DbtRunFolder, filesWith, givenDbtRun, sandboxOfFile, testDbt, useWarehouse } from '#test'
import { type CatalogRequest, hasCatalogPhase, readCatalog } from './index.ts'

const canary = 'canary-password-c4'
const sandbox = sandboxOfFile()
const outbound = createOutbound({ allowPrivateHosts: ['127.0.0.1'] })
const warehouse = useWarehouse('create schema analytics', 'create table analytics.customers (customer_id bigint, signed_up timestamptz)')

const requestFor = (folders: DbtRunFolder, more: Record<string, string> = {}): CatalogRequest => ({
  ...{ sandbox: sandbox(), environment: testDbt(), folders, outbound, target: 'dev', targetSchema: 'analytics', warehouse: 'postgres' },
  checkout: { files: folders.files, projectPath: '.', hasPackages: false },
  variables: {
    selected: {},
    database: { ...Object.fromEntries(warehouse().map(({ name, value }) => [name, value])), CUBEJS_DB_PASS: canary, ...more },
  },
})

describe('the catalog', () => {
  it('is read from the warehouse, whose credential is in no file', async () => {
    const folders = await givenDbtRun()

    const read = await readCatalog(requestFor(folders), calmControl())

    const { nodes } = JSON.parse(readFileSync(join(folders.artifacts, 'catalog.json'), 'utf8')) as {
      nodes: Record<string, { columns: Record<string, { type: string }> }>
    }
    expect(read).toEqual({ hasCatalog: true })
    expect(nodes['model.shop.customers']?.columns['signed_up']?.type).toBe('timestamp with time zone')
    expect(filesWith(folders.folder, canary)).toEqual([])
  })

  it('is done without where the project asks for the credential, or the warehouse does not answer, and the reason shows no secret', async () => {
    const asking = await givenDbtRun({ 'models/marts/asks.sql': "select '{{ env_var('DBT_ENV_SECRET_FACET_PASSWORD') }}'" })
    const calm = await givenDbtRun()

    const refused = await readCatalog(requestFor(asking), calmControl())
    const silent = await readCatalog(requestFor(calm, { CUBEJS_DB_PORT: '1' }), calmControl())

    expect(refused).toMatchObject({ hasCatalog: false, reason: expect.stringContaining('The catalog could not be read') })
    expect(silent).toMatchObject({ hasCatalog: false, reason: expect.stringContaining('The catalog could not be read') })
    expect(JSON.stringify([refused, silent])).not.toContain(canary)
    expect(filesWith(asking.folder, canary)).toEqual([])
    expect(existsSync(join(calm.artifacts, 'catalog.json'))).toBe(false)
  })

  it('ends with whoever waits for it', async () => {
    const folders = await givenDbtRun()
    const gone = new AbortController()
    const control = calmControl({ signal: gone.signal, onProgress: () => gone.abort(new Error('cancelled')) })

    await expect(readCatalog(requestFor(folders), control)).rejects.toThrow('cancelled')
  })

  it('is not asked for where dbt would need more than a credential, or nothing says where the warehouse is', async () => {
    const folders = await givenDbtRun()
    const request = requestFor(folders)

    expect(warehouses.filter(hasCatalogPhase)).toEqual(['snowflake', 'redshift', 'postgres', 'clickhouse'])
    expect(await readCatalog({ ...request, warehouse: 'bigquery' }, calmControl())).toMatchObject({ hasCatalog: false })
    expect(await readCatalog({ ...request, variables: { selected: {}, database: {} } }, calmControl())).toMatchObject({ hasCatalog: false })
  })
})
