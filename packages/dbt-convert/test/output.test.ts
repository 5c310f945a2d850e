import { describe, expect, it } from 'vitest'
import { convert, planOutput, type Warehouse } from '../src/index.ts'
import { bytesOf, type MadeModel, madeManifest } from './made-manifest.ts'

const of = (models: MadeModel[], options: object = {}) =>
  convert({ manifest: bytesOf(madeManifest(models)), options: { warehouse: 'postgres', ...options } })
const a = { name: 'a', columns: { id: {} } }
const b = { name: 'b', columns: { id: {} } }
const at = (name: string): string => `model/cubes/dbt/dbt_${name}.yml`

describe('the output folder', () => {
  const before = of([a, b]).files

  it('is rewritten where something changed, and only there', () => {
    const plan = planOutput(of([a, { ...b, description: 'New' }]), before)

    expect(plan).toMatchObject({ writes: [{ path: at('b') }], unchanged: [at('a')], deletes: [], keeps: [] })
  })

  it('loses the files of models that are gone, and keeps those outside the selection', () => {
    expect(planOutput(of([a]), before)).toMatchObject({ deletes: [at('b')], keeps: [] })
    expect(planOutput(of([a, b], { selector: 'a' }), before)).toMatchObject({ deletes: [], keeps: [at('b')] })
  })

  it('loses the old file of a cube that has another name now', () => {
    expect(planOutput(of([a, b], { namePrefix: 'x_' }), before).deletes).toEqual([at('a'), at('b')])
  })

  it('keeps what a person wrote, and does not overwrite it', () => {
    const own = { path: 'model/cubes/dbt/own.yml', content: 'cubes: []\n' }
    const outside = { path: 'model/cubes/orders.yml', content: 'cubes: []\n' }

    expect(planOutput(of([a, b]), [...before, own, outside])).toMatchObject({ deletes: [], keeps: [own.path] })
    expect(() => planOutput(of([a, b]), [{ ...own, path: at('a') }])).toThrow(/was not written by a sync/)
  })
})

describe('tables', () => {
  const table = (warehouse: Warehouse, model: object = {}, options: object = {}) =>
    of([{ ...a, ...model }], { warehouse, ...options }).report.models[0]?.table

  it.each<[Warehouse, string]>([
    ['snowflake', 'db.analytics.a'],
    ['redshift', 'db.analytics.a'],
    ['bigquery', 'db.analytics.a'],
    ['postgres', 'analytics.a'],
    ['athena', 'analytics.a'],
    ['clickhouse', 'analytics.a'],
    ['databricks', 'hive_metastore.analytics.a'],
  ])('of %s are %s', (warehouse, expected) => {
    expect(table(warehouse, { relation_name: null })).toBe(expected)
  })

  it('have quotes where the name needs them', () => {
    expect(table('databricks', {}, { databricksCatalog: 'main' })).toBe('main.analytics.a')
    expect(table('bigquery', { database: 'my-project' })).toBe('`my-project`.analytics.a')
    expect(table('postgres', { alias: 'Orders', relation_name: '"db"."analytics"."Orders"' })).toBe('analytics."Orders"')
    expect(table('snowflake', { alias: 'Orders', relation_name: 'db.analytics.Orders' })).toBe('db.analytics.Orders')
    expect(table('snowflake', { alias: 'orders', relation_name: 'db.analytics."orders"' })).toBe('db.analytics."orders"')
    expect(table('postgres', { alias: 'a"b' })).toBe('analytics."a""b"')
    expect(table('postgres', { alias: 'user' })).toBe('analytics."user"')
  })
})

describe('schemas', () => {
  const asking = (schema: string, resolved: object) => ({ name: schema, config: { materialized: 'table', schema }, ...resolved })

  it('of one name in two databases are two', () => {
    const same = { database: 'db', schema: 'analytics' }

    expect(of([asking('a', same), asking('b', { ...same, database: 'other' })]).files).toHaveLength(2)
    expect(() => of([asking('a', same), asking('b', same)])).toThrow(expect.objectContaining({ code: 'schemas_collapsed' }))
  })
})

describe('names', () => {
  it.each(['y', 'N', 'on', 'null', 'NaN'])('that YAML would read as something else are quoted: %s', (name) => {
    expect(of([{ name: 'a', columns: { [name]: {} } }]).files[0]?.content).toContain(`- name: '${name}'\n`)
  })
})

describe('settings', () => {
  it.each([
    { outputPath: '../etc' },
    { outputPath: '/' },
    { outputPath: 'model/.git' },
    { namePrefix: '1-' },
    { keySuffixes: [''] },
    { warehouse: 'duckdb' },
  ])('%j are refused', (options) => {
    expect(() => of([a], options)).toThrow(expect.objectContaining({ code: 'option_invalid' }))
  })
})

describe('the selector', () => {
  const models = [
    { ...a, tags: ['core'], path: 'marts/a.sql' },
    {
      ...b,
      path: 'staging/b.sql',
      original_file_path: 'models/staging/b.sql',
      fqn: ['made', 'staging', 'b'],
      depends_on: { nodes: ['model.made.a'] },
    },
    {
      name: 'c',
      package_name: 'other',
      fqn: ['other', 'c'],
      tags: ['core', 'slow'],
      depends_on: { nodes: ['model.made.b'] },
      config: { materialized: 'view' },
    },
  ]
  const cubes = (selector: string, martsFolder = '') =>
    of(models, { selector, martsFolder })
      .report.models.map(({ cube }) => cube.slice(4))
      .join('')

  it.each([
    ['', 'abc'],
    ['a', 'a'],
    ['a c', 'ac'],
    ['tag:core', 'ac'],
    ['tag:core,tag:slow', 'c'],
    ['made.staging', 'b'],
    ['staging.*', 'b'],
    ['path:models/staging', 'b'],
    ['models/marts', 'ac'],
    ['package:other', 'c'],
    ['config.materialized:view', 'c'],
    ['a+', 'abc'],
    ['a+1', 'ab'],
    ['+c', 'abc'],
    ['1+c', 'bc'],
    ['@b', 'abc'],
    ['*', 'abc'],
  ])('%j selects %s', (selector, expected) => {
    expect(cubes(selector)).toBe(expected)
  })

  it('and the marts folder both must hold', () => {
    expect(cubes('a+', 'marts')).toBe('ac')
    expect(() => cubes('b', 'marts')).toThrow(/No dbt models matched.*selector "b" and marts folder "marts"/)
  })

  it('takes no folder for the marts folder whose name only begins like it', () => {
    const { report } = of([a, { ...b, path: 'marts_old/b.sql' }], { martsFolder: 'marts' })

    expect(report.models.map(({ cube }) => cube)).toEqual(['dbt_a'])
    expect(report.skipped).toMatchObject([{ modelId: 'model.made.b', reason: 'outside_marts' }])
  })

  it('takes with @ also what the models below are made of', () => {
    const child = { name: 'child', depends_on: { nodes: ['model.made.a', 'model.made.b'] } }

    expect(of([a, b, child, { name: 'apart' }], { selector: '@a' }).report.counts).toMatchObject({ cubes: 3, skipped: 1 })
  })

  it.each([
    ['latest', 2],
    ['old', 1],
    ['prerelease', 3],
    ['none', null],
  ])('version:%s is told by the latest version', (kind, version) => {
    const versions = [1, 2, 3].map((each) => ({ name: `a_${each}`, version: each, latest_version: 2 }))
    const names = of([...versions, b], { selector: `version:${kind}` }).report.models.map(({ modelId }) => modelId)

    expect(names).toEqual([version === null ? 'model.made.b' : `model.made.a_${version}`])
  })

  it('that is not understood is refused by name', () => {
    expect(() => cubes('state:modified')).toThrow(/"state".*known are fqn, path/)
  })
})
