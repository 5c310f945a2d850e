import { describe, expect, it } from 'vitest'
import { givenConversion, givenTree } from '#test'
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
