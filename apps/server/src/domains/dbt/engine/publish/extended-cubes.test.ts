import { describe, expect, it } from 'vitest'
import { givenTree } from '#test'
import { findExtended } from './extended-cubes.ts'

const plan = (deletes: string[], files: string[] = [], writes: { path: string; content: string }[] = []) => ({
  ...{ deletes: deletes.map((cube) => `model/cubes/dbt/${cube}.yml`), files: files.map((cube) => `model/cubes/dbt/${cube}.yml`) },
  writes,
  keeps: [],
})

describe('a cube that goes', () => {
  it.each([
    ['model/orders.yml', 'cubes:\n  - name: orders\n    extends: dbt_orders\n'],
    ['model/orders.yml', 'cubes:\n  - name: orders\n    "extends": "dbt_orders"\n'],
    ['model/orders.yml', "cubes:\n  - { name: orders,\n    extends: 'dbt_orders' }\n"],
    ['model/orders.js', 'cube(`orders`, {\n\n  extends: dbt_orders,\n})\n'],
    ['model/cubes/dbt/own.yml', 'cubes:\n  - name: orders\n    extends: dbt_orders\n'],
  ])('is told with the file that still extends it: %s', async (path, content) => {
    const tree = givenTree({ [path]: content, 'model/cubes/dbt/dbt_orders.yml': 'cubes: []\n' })

    expect(await findExtended(tree, plan(['dbt_orders']))).toEqual([{ cube: 'dbt_orders', file: path, line: 3 }])
  })

  it.each([
    ['a comment', { 'model/a.yml': '# extends: dbt_orders\n' }],
    ['a longer name', { 'model/a.yml': 'extends: dbt_orders_v2\n' }],
    ['a file that is no model', { 'README.md': 'extends: dbt_orders\n' }],
    ['a file that goes as well', { 'model/cubes/dbt/dbt_more.yml': 'extends: dbt_orders\n' }],
    ['a file of more than a megabyte', { 'model/a.yml': `extends: dbt_orders\n${' '.repeat(1_048_577)}` }],
  ])('is not told for %s', async (_, files) => {
    expect(await findExtended(givenTree(files), plan(['dbt_orders', 'dbt_more']))).toEqual([])
  })

  it('is not gone where it is written to another file', async () => {
    const tree = givenTree({ 'model/a.yml': 'extends: dbt_orders\n' })

    expect(await findExtended(tree, plan(['dbt_orders'], ['dbt_orders']))).toEqual([])
  })

  it('costs no more than reading, whatever a file holds', async () => {
    const tree = givenTree({ 'model/a.js': `${'extends: dbt_orders '.repeat(40_000)}${'extends:'.repeat(10)}${' '.repeat(200_000)}` })
    const began = performance.now()

    expect((await findExtended(tree, plan(['dbt_orders']))).length).toBeLessThanOrEqual(100)
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
