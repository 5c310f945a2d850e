import { join } from 'node:path'
import { readModel } from '@facet/cube-model'
import { describe, expect, it } from 'vitest'
import { convert } from '../src/index.ts'
import { convertProject, decisionOf, fileOf, projectFolder, projects, readProject } from './projects.ts'

describe.each(Object.keys(projects))('the project %s', (name) => {
  const { files, report } = convertProject(name)

  it('becomes the files that are kept beside it', async () => {
    for (const { path, content } of files) await expect(content).toMatchFileSnapshot(join(projectFolder(name), 'expected', path))
    await expect(`${JSON.stringify(report, null, 2)}\n`).toMatchFileSnapshot(join(projectFolder(name), 'expected/report.json'))
  })

  it('accounts for every model', () => {
    expect(report.counts.models).toBe(report.counts.cubes + report.counts.skipped)
    expect(files).toHaveLength(report.counts.cubes)
  })

  it('is understood by the reader of data models, with the keys and joins of the report', () => {
    const model = readModel(files)

    expect(model.opaque).toEqual([])
    expect([...model.entities.keys()].toSorted()).toEqual(report.models.map(({ cube }) => cube).toSorted())
  })
})

describe('models of other kinds', () => {
  const kinds = convertProject('kinds')

  it('are cubes where the warehouse has a relation of them, and listed where not', () => {
    expect(kinds.report.skipped).toMatchObject([{ modelId: 'model.kinds.helper', reason: 'ephemeral' }])
    expect(kinds.report.disabledModels).toEqual(['model.kinds.retired'])
    expect(kinds.report.models.map(({ cube }) => cube)).toEqual(
      'dbt_days dbt_aliased dbt_bare dbt_facts dbt_prices_v1 dbt_prices'.split(' '),
    )
  })

  it('have the relation of their alias', () => {
    expect(decisionOf(kinds, 'dbt_aliased').table).toBe('analytics.renamed_in_the_warehouse')
    expect(decisionOf(kinds, 'dbt_prices').table).toBe('analytics.prices_v2')
  })

  it('are joined in the version that is named', () => {
    expect(fileOf(kinds, 'dbt_facts')).toContain('{CUBE}.price_id = {dbt_prices_v1}.price_id')
  })
})

describe('schemas', () => {
  it('are those that dbt resolved, per model', () => {
    const tables = convertProject('custom_schemas').report.models.map(({ table }) => table)

    expect(tables).toEqual(['analytics_finance.ledger', 'analytics_marts.sales', 'analytics.stg_sales'])
  })

  it('that collapse onto one are refused with the reason, or on request told', () => {
    expect(() => convertProject('collapsed_schemas')).toThrow(/asks for different schemas .*finance, marts.* resolve to analytics.*target/)
    const { report } = convertProject('collapsed_schemas', { mayCollapseSchemas: true })
    expect(report.notices).toEqual([expect.stringContaining('resolve to analytics')])
  })
})

describe('the catalog', () => {
  const manifest = readProject('shop')
  const catalog = readProject('shop', 'catalog.json')
  const options = { warehouse: 'postgres' } as const

  it('gives types that the project does not declare', () => {
    const { columns } = decisionOf(convert({ manifest, catalog, options }), 'dbt_stg_customers')

    expect(columns).toMatchObject([
      { column: 'customer_id', type: 'number', source: 'catalog', evidence: 'INTEGER' },
      { column: 'email', type: 'string', source: 'catalog' },
    ])
  })

  it('shows no column that nobody documented unless that is asked for', () => {
    const closed = decisionOf(convert({ manifest, catalog, options }), 'dbt_stg_customers')
    const open = decisionOf(convert({ manifest, catalog, options: { ...options, hasCatalogColumns: true } }), 'dbt_stg_customers')

    expect(closed.notices.filter((notice) => notice.includes('not documented'))).toHaveLength(3)
    expect(open.columns.map(({ column }) => column)).toEqual(['created_at', 'customer_id', 'email', 'name', 'region'])
  })
})
