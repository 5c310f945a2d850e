import { describe, expect, it } from 'vitest'
import { readModel } from '../index.ts'
import { starterFiles } from './index.ts'

describe('the starter project', () => {
  const files = starterFiles()
  const { entities, opaque } = readModel(files)

  it('can be read to the last line', () => {
    expect(opaque).toEqual([])
    expect([...entities.keys()]).toEqual(['customers', 'orders', 'sales'])
  })

  it('guards every cube and view, and opens none to everyone', () => {
    for (const entity of entities.values()) {
      expect(entity.policies.length, entity.name).toBeGreaterThan(0)
      expect(entity.policies.flatMap(({ groups }) => groups)).not.toContain('*')
    }
  })

  it('filters the rows of its view for whoever a cube of it does', () => {
    const filteredIn = (name: string): string[] =>
      (entities.get(name)?.policies ?? []).filter(({ rows }) => rows.length > 0).flatMap(({ groups }) => [...groups])

    expect(filteredIn('orders')).not.toEqual([])
    expect(filteredIn('sales')).toEqual(filteredIn('orders'))
  })

  it('joins only cubes that exist and have a primary key', () => {
    const joins = [...entities.values()].flatMap(({ parts }) => [...parts.values()].filter(({ kind }) => kind === 'join'))
    expect(joins).toHaveLength(1)
    for (const { name } of joins)
      expect([...(entities.get(name)?.parts.values() ?? [])].some(({ isPrimaryKey }) => isPrimaryKey)).toBe(true)
  })

  it('names members in policies and views that exist', () => {
    for (const { policies, parts, name } of entities.values()) {
      for (const { full, masked, rows } of policies) {
        const lists = [full, masked]
          .flatMap((list) => [list?.includes, list?.excludes])
          .flatMap((list) => (list instanceof Set ? [...list] : []))
        for (const member of [...lists, ...rows.flat().map((test) => test.member)])
          expect(parts.has(member), `${name}.${member}`).toBe(true)
      }
    }
    expect([...(entities.get('sales')?.parts.keys() ?? [])]).toEqual(
      'status region count total_amount customers_name customers_email'.split(' '),
    )
  })

  it('explains its groups in the README', () => {
    const readme = files.find(({ path }) => path === 'README.md')?.content
    for (const group of new Set([...entities.values()].flatMap(({ policies }) => policies.flatMap(({ groups }) => groups)))) {
      expect(readme).toContain(`\`${group}\``)
    }
  })
})
