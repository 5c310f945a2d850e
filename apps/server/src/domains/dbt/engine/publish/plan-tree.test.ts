import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireBranchName } from '#domains/modeling/branches'
import { givenConversion, givenTree } from '#test'
import { generatedBranchName } from './branch-name.ts'
import { findExtended } from './extended-cubes.ts'
import { createProblemReader, textOfProblems } from './model-problems.ts'
import { changedTree } from './model-tree.ts'
import { planTree } from './plan-tree.ts'

const at = (name: string): string => `model/cubes/dbt/dbt_${name}.yml`

const filesOf = (conversion: ReturnType<typeof givenConversion>, root = ''): Record<string, string> =>
  Object.fromEntries(conversion.files.map(({ path, content }) => [`${root}${path}`, content]))

describe('the plan of a tree', () => {
  const before = filesOf(givenConversion(['orders', 'people']))

  it('writes what changed, deletes what is gone, and touches nothing else', async () => {
    const tree = givenTree({ ...before, 'model/own.yml': 'cubes: []\n', [at('by_hand')]: 'cubes: []\n' })

    const plan = await planTree(tree, givenConversion(['orders', 'visits']), '')

    expect(plan).toEqual({
      writes: [{ path: at('visits'), content: expect.stringContaining('name: dbt_visits') }],
      deletes: [at('people')],
      keeps: [at('by_hand')],
      files: [at('orders'), at('visits')],
    })
  })

  it('keeps the files of models that are out of the selection', async () => {
    const plan = await planTree(givenTree(before), givenConversion(['orders', 'people'], { selector: 'orders' }), '')

    expect(plan).toMatchObject({ writes: [], deletes: [], keeps: [at('people')] })
  })

  it('lies below the project root, and sees nothing beside it', async () => {
    const tree = givenTree({ ...filesOf(givenConversion(['orders', 'people']), 'cube/'), [at('people')]: before[at('people')] ?? '' })

    expect(await planTree(tree, givenConversion(['visits']), 'cube')).toMatchObject({
      writes: [{ path: `cube/${at('visits')}` }],
      deletes: [`cube/${at('orders')}`, `cube/${at('people')}`],
    })
  })

  it.each([
    ['a file of a person', { [at('orders')]: 'cubes: []\n' }, 'file_not_generated'],
    ['a link', { [at('orders')]: { mode: '120000', text: before[at('orders')] ?? '' } }, 'file_not_generated'],
    ['a submodule', { [at('orders')]: { mode: '160000', text: '' } }, 'file_not_generated'],
    [
      'a file that is too large to be a sync’s',
      { [at('orders')]: `${before[at('orders')]}${'#'.repeat(5_000_000)}` },
      'file_not_generated',
    ],
    ['a file where the folder should be', { 'model/cubes/dbt': 'x' }, 'file_path_taken'],
    ['a link where the folder should be', { 'model/cubes': { mode: '120000', text: '/etc' } }, 'file_path_taken'],
    ['a folder that differs in case', { 'Model/cubes/x.yml': 'x' }, 'file_path_taken'],
  ])('is refused where %s stands in the way', async (_, files, code) => {
    await expect(planTree(givenTree(files), givenConversion(['orders']), '')).rejects.toMatchObject({ code })
  })

  it.each(['../x.yml', 'model/cubes/dbt/../x.yml', 'model/cubes/dbt/.git/x.yml', 'model/cubes/dbt/a.js', '/etc/x.yml'])(
    'takes no generated file at %s',
    async (path) => {
      const conversion = givenConversion(['orders'])
      const strange = { ...conversion, files: conversion.files.map((file) => ({ ...file, path })) }

      await expect(planTree(givenTree({}), strange, '')).rejects.toThrow('which is none of a cube')
    },
  )

  it('comes to nothing when it is made again upon what it made', async () => {
    const tree = givenTree({ ...before, [at('own')]: 'cubes: []\n' })
    const conversion = givenConversion(['orders', 'visits'])

    const changed = changedTree(tree, await planTree(tree, conversion, ''))

    expect(await planTree(changed, conversion, '')).toMatchObject({ writes: [], deletes: [], keeps: [at('own')] })
    expect(changed.entries.map(({ path }) => path).toSorted()).toEqual([at('orders'), at('own'), at('visits')])
  })
})

const now = new Date('2026-03-07T09:05:01.999Z')
const random = Buffer.from('0a1b2c3dff', 'hex')
const nameOf = (ref: string | null): string => generatedBranchName(ref, now, random)

describe('the name of a generated branch', () => {
  it.each([
    [null, 'dbt-sync/20260307090501-0a1b2c3d'],
    ['', 'dbt-sync/20260307090501-0a1b2c3d'],
    ['main', 'dbt-sync/main-20260307090501-0a1b2c3d'],
    ['Release_1.2-rc', 'dbt-sync/Release_1.2-rc-20260307090501-0a1b2c3d'],
    ['refs/heads/main', 'dbt-sync/refs-heads-main-20260307090501-0a1b2c3d'],
    ['a b~c', 'dbt-sync/a-b-c-20260307090501-0a1b2c3d'],
    ['#12', 'dbt-sync/12-20260307090501-0a1b2c3d'],
    ['###', 'dbt-sync/20260307090501-0a1b2c3d'],
    ['..a..b', 'dbt-sync/a.b-20260307090501-0a1b2c3d'],
    ['x'.repeat(60), `dbt-sync/${'x'.repeat(40)}-20260307090501-0a1b2c3d`],
    ['feature.lock', 'dbt-sync/feature.lock-20260307090501-0a1b2c3d'],
  ])('of the ref %j is %s', (ref, name) => {
    expect(nameOf(ref)).toBe(name)
  })

  it('is one that a branch may have, whatever the ref is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (ref) => {
        const name = nameOf(ref)
        expect(requireBranchName(name)).toBe(name)
        expect(name).toMatch(/^dbt-sync\/([\w.-]{1,40}-)?20260307090501-0a1b2c3d$/)
      }),
    )
  })
})

const planOf = (deletes: string[], files: string[] = [], writes: { path: string; content: string }[] = []) => ({
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

    expect(await findExtended(tree, planOf(['dbt_orders']))).toEqual([{ cube: 'dbt_orders', file: path, line: 3 }])
  })

  it.each([
    ['a comment', { 'model/a.yml': '# extends: dbt_orders\n' }],
    ['a longer name', { 'model/a.yml': 'extends: dbt_orders_v2\n' }],
    ['a file that is no model', { 'README.md': 'extends: dbt_orders\n' }],
    ['a file that goes as well', { 'model/cubes/dbt/dbt_more.yml': 'extends: dbt_orders\n' }],
    ['a file of more than a megabyte', { 'model/a.yml': `extends: dbt_orders\n${' '.repeat(1_048_577)}` }],
  ])('is not told for %s', async (_, files) => {
    expect(await findExtended(givenTree(files), planOf(['dbt_orders', 'dbt_more']))).toEqual([])
  })

  it('is not gone where it is written to another file', async () => {
    const tree = givenTree({ 'model/a.yml': 'extends: dbt_orders\n' })

    expect(await findExtended(tree, planOf(['dbt_orders'], ['dbt_orders']))).toEqual([])
  })

  it('costs no more than reading, whatever a file holds', async () => {
    const tree = givenTree({ 'model/a.js': `${'extends: dbt_orders '.repeat(40_000)}${'extends:'.repeat(10)}${' '.repeat(200_000)}` })
    const began = performance.now()

    expect((await findExtended(tree, planOf(['dbt_orders']))).length).toBeLessThanOrEqual(100)
    expect(performance.now() - began).toBeLessThan(2000)
  })
})

const generated = givenConversion([{ name: 'orders', columns: { id: {}, 'Total amount': { data_type: 'integer' } } }, 'people'])
const read = createProblemReader({ ...generated, root: 'cube' })
const generatedFile = 'cube/model/cubes/dbt/dbt_orders.yml'
const lineOf = (text: string): number => (generated.files[0]?.content.split('\n').findIndex((line) => line.includes(text)) ?? 0) + 1
const model = { modelId: 'model.shop.orders', file: 'models/marts/orders.sql', cube: 'dbt_orders' }

describe('what the compiler says', () => {
  it.each([
    ['the line of a column', lineOf('name: Total_amount'), 'Total amount'],
    ['a line below it', lineOf('name: Total_amount') + 2, 'Total amount'],
    ['the cube itself', 3, null],
    ['a measure', lineOf('name: total_Total_amount'), null],
    ['no line', null, null],
    ['a line that is not there', 100_000, null],
  ])('of %s is brought back to the dbt model and the column', (_, line, column) => {
    expect(read({ file: generatedFile, line, message: 'wrong' })).toEqual({
      file: generatedFile,
      line,
      message: 'wrong',
      model: { ...model, column },
    })
  })

  it('of no file is told by the cube that it names, and of a file of a person as it is', () => {
    expect(read({ file: null, line: null, message: "primary key for 'dbt_orders' is required" })).toMatchObject({
      file: generatedFile,
      model,
    })
    expect(read({ file: null, line: null, message: 'constructor, toString: no such thing' })).toMatchObject({ file: null, model: null })
    expect(read({ file: 'cube/model/own.yml', line: 3, message: 'dbt_orders is wrong' })).toMatchObject({ model: null })
  })

  it('is shown by the first problems and the number of the others', () => {
    const problems = Array.from({ length: 12 }, (_, n) => read({ file: generatedFile, line: 3, message: `wrong ${n}` }))

    const lines = textOfProblems([
      ...problems.slice(0, 1),
      read({ file: null, line: null, message: 'all wrong' }),
      ...problems.slice(1),
    ]).split('\n')

    expect(lines[0]).toBe(`${generatedFile}:3 (dbt model model.shop.orders in models/marts/orders.sql): wrong 0`)
    expect(lines[1]).toBe('all wrong')
    expect(lines).toHaveLength(11)
    expect(lines.at(-1)).toBe('… and 3 more.')
  })
})
