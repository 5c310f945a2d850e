import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { listBrokenMembers } from './broken-members.ts'
import { diffModels } from './diff-models.ts'
import { readModel, type SourceFile } from './read-model.ts'

const orders = {
  name: 'orders',
  sql_table: 'orders',
  dimensions: [
    { name: 'id', sql: 'id', type: 'number', primary_key: true },
    { name: 'city', sql: 'city', type: 'string' },
  ],
  measures: [
    { name: 'count', type: 'count' },
    { name: 'total', sql: 'amount', type: 'sum' },
  ],
}
const shop = { name: 'shop', cubes: [{ join_path: 'orders', includes: '*' }] }
const modelOf = (content: { cubes?: object[]; views?: object[] }): SourceFile[] => [
  { path: 'model/a.yml', content: stringify(content, { aliasDuplicateObjects: false }) },
]
const whole = modelOf({ cubes: [orders], views: [shop] })

const broken = (after: SourceFile[], before = whole, maxListed = 100) => {
  const models = [readModel(before), readModel(after)] as const
  return listBrokenMembers(...models, diffModels(...models), maxListed)
}
const brieflyOf = (after: SourceFile[], before = whole): string[] =>
  broken(after, before).members.map(({ name, reason, renamedTo }) => `${name} ${reason}${renamedTo ? ` to ${renamedTo}` : ''}`)
const withOrders = (changed: object): SourceFile[] => modelOf({ cubes: [{ ...orders, ...changed }], views: [shop] })
const [id, city] = orders.dimensions
const [count, total] = orders.measures

describe('names that a change breaks', () => {
  const sales = { cubes: [{ ...orders, name: 'sales' }], views: [{ ...shop, cubes: [{ join_path: 'sales', includes: '*' }] }] }
  const withTotal = (changes: object): SourceFile[] => withOrders({ measures: [count, { ...total, ...changes }] })
  it.each<[string, SourceFile[], ...string[]]>([
    ['nothing changed', whole],
    ['a measure was removed, also from its view', withOrders({ measures: [count] }), 'orders.total removed', 'shop.total removed'],
    [
      'a measure was renamed',
      withTotal({ name: 'revenue' }),
      'orders.total renamed to orders.revenue',
      'shop.total renamed to shop.revenue',
    ],
    ['a member was hidden that its view still shows', withTotal({ public: false }), 'orders.total hidden'],
    ['a cube was hidden', withOrders({ public: false }), 'orders hidden'],
    ['a cube was renamed', modelOf(sales), 'orders renamed to sales'],
    ['a view was removed', modelOf({ cubes: [orders] }), 'shop removed'],
    [
      'a dimension has another type',
      withOrders({ dimensions: [id, { ...city, type: 'number' }] }),
      'orders.city retyped',
      'shop.city retyped',
    ],
    ['a measure has another aggregation', withTotal({ type: 'max' })],
    ['a measure is a text now', withTotal({ type: 'string' }), 'orders.total retyped', 'shop.total retyped'],
    [
      'a dimension is a measure now',
      withOrders({ dimensions: [id], measures: [count, total, { ...city, type: 'max' }] }),
      'orders.city removed',
      'shop.city removed',
    ],
    ['a hidden member was removed', withOrders({ dimensions: [city] }), 'shop.id removed'],
    ['a title changed', withOrders({ title: 'Orders' })],
  ])('are listed when %s', (_, after, ...names) => {
    expect(brieflyOf(after)).toEqual(names)
  })

  it('exclude members that a view with the same name still has', () => {
    const view = { name: 'orders', cubes: [{ join_path: 'base_orders', includes: ['city', 'count'] }] }

    expect(brieflyOf(modelOf({ cubes: [{ ...orders, name: 'base_orders' }], views: [view] }), modelOf({ cubes: [orders] }))).toEqual([
      'orders.total removed',
    ])
  })

  it('list each renamed member, also when its cube was renamed', () => {
    const { renames } = broken(modelOf({ cubes: [{ ...orders, name: 'sales' }] }), modelOf({ cubes: [orders] }))

    expect(renames).toEqual([
      { from: 'orders.city', to: 'sales.city' },
      { from: 'orders.count', to: 'sales.count' },
      { from: 'orders.total', to: 'sales.total' },
    ])
    expect(broken(withOrders({ measures: [count, { ...total, name: 'revenue' }] })).renames).toEqual([
      { from: 'orders.total', to: 'orders.revenue' },
      { from: 'shop.total', to: 'shop.revenue' },
    ])
  })

  it('are uncertain when a changed file cannot be read', () => {
    const code = { path: 'model/b.js', content: 'cube(`payments`, {})' }

    expect(broken([...whole, code])).toEqual({ members: [], renames: [], isTruncated: false, isUncertain: true })
    expect(broken([...whole, code], [...whole, code])).toMatchObject({ isUncertain: false })
  })

  it('are truncated at the limit', () => {
    expect(broken(withOrders({ measures: [] }), whole, 3)).toMatchObject({ members: { length: 3 }, isTruncated: true })
    expect(broken(withOrders({ measures: [] }), whole, 4)).toMatchObject({ members: { length: 4 }, isTruncated: false })
  })
})
