import { describe, expect, it } from 'vitest'
import { readModel } from '../../../packages/cube-model/src/index.ts'
import { demoModel } from './model.ts'

describe("the demo's data model", () => {
  const files = demoModel()
  const { entities, opaque } = readModel(files)

  it('can be read to the last line', () => {
    expect(opaque).toEqual([])
    expect([...entities.keys()].toSorted()).toEqual(['customers', 'line_items', 'orders', 'products', 'sales'])
  })

  it('guards every cube and view, and opens none to everyone', () => {
    for (const { name, policies } of entities.values())
      expect(
        policies.map(({ groups }) => groups),
        name,
      ).toEqual([['demo-analysts'], ['demo-viewers']])
  })

  it('shows viewers the rows of their company alone, of every cube', () => {
    for (const { name, policies } of [...entities.values()].filter((entity) => entity.name !== 'sales'))
      expect(policies.at(-1)?.rows, name).toMatchObject([[{ member: 'company', operator: 'equals' }]])
  })

  it('explains its groups in the README', () => {
    const readme = files.find(({ path }) => path === 'README.md')?.content
    for (const group of ['demo-analysts', 'demo-viewers']) expect(readme).toContain(`\`${group}\``)
  })
})
