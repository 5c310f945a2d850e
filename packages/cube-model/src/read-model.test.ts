import { propertyRuns } from '@facet/testkit/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffModels, type Model, readModel } from './index.ts'

const read = (content: string, path = 'model/orders.yml'): Model => readModel([{ path, content }])
const orders = `
cubes:
  - name: orders
    sqlTable: public.orders
    dimensions:
      - name: id
        sql: "{CUBE}.id"
        type: number
        primary_key: true
      - { name: city, sql: city, type: string }
    measures:
      - name: count
        type: count
    accessPolicy:
      - role: finance
        memberLevel: { includes: [orders.count, city] }
`

describe('a readable model', () => {
  it('has each member with its line', () => {
    const cube = read(orders).entities.get('orders')

    expect([...(cube?.parts.values() ?? [])].map(({ kind, name, line }) => `${kind} ${name} ${line}`)).toEqual([
      'dimension id 6',
      'dimension city 10',
      'measure count 12',
    ])
    expect(cube).toMatchObject({ file: 'model/orders.yml', line: 3, policyLine: 14, isUncertain: false })
    expect(cube?.policies).toMatchObject([{ groups: ['finance'], full: { includes: new Set(['count', 'city']) } }])
  })

  it('treats camelCase and snake_case keys alike', () => {
    const snake = orders.replace('sqlTable', 'sql_table').replace('accessPolicy', 'access_policy').replace('memberLevel', 'member_level')

    expect(diffModels(read(orders), read(snake)).filter(({ effects }) => effects[0] !== 'compatible')).toEqual([])
  })

  it('hides a primary key unless it is public', () => {
    expect(read(orders).entities.get('orders')?.parts.get('id')?.isPublic).toBe(false)
  })

  it('resolves anchors, aliases and merge keys', () => {
    const cube = read('cubes:\n  - name: a\n    dimensions:\n      - &base {name: x, sql: x, type: string}\n      - {<<: *base, name: y}\n')
    expect(cube.entities.get('a')?.parts.get('y')?.props.get('type')).toBe('"string"')
    expect(cube.opaque).toEqual([])
  })

  it('inherits members and policies of the parent', () => {
    const child = read(`${orders}  - name: returns\n    extends: orders\n    access_policy:\n      - group: sales\n`).entities.get(
      'returns',
    )

    expect(child?.policies.map(({ groups }) => groups)).toEqual([['finance'], ['sales']])
    expect(child?.parts.has('city')).toBe(true)
  })

  it('lists included members of a view with their prefix, and the levels of included hierarchies', () => {
    const content = `${orders}    hierarchies:\n      - name: place\n        levels: [city]\nviews:\n  - name: v\n    cubes:\n      - join_path: orders\n        prefix: true\n        includes: [place, {name: count, alias: n}]\n`
    expect([...(read(content).entities.get('v')?.parts.keys() ?? [])].toSorted()).toEqual([
      'hierarchy:orders_place',
      'orders_city',
      'orders_n',
    ])
  })

  it('ignores files that are not models', () => {
    const model = readModel([
      { path: 'docker-compose.yml', content: 'services: {}' },
      { path: 'README.md', content: 'cubes:' },
    ])
    expect(model.opaque).toEqual([])
  })
})

describe('unreadable input', () => {
  const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefg'
    .split('')
    .map((name, index) => `${name}: &${name} [${Array.from({ length: 10 }).fill(`*${'abcdef'[index]}`).join(',')}]`)
    .join('\n')}\ncubes: []`
  const manyPolicies = {
    name: 'a',
    dimensions: Array.from({ length: 1000 }, (_, index) => ({ name: `d${index}` })),
    access_policy: Array.from({ length: 1000 }, (_, index) => ({ group: `g${index}` })),
  }
  it.each([
    ['a syntax error', 'cubes: [', 'not valid YAML'],
    ['a key given twice', 'cubes: []\ncubes: []', 'given twice'],
    ['two documents', 'cubes: []\n---\ncubes: []', 'not valid YAML'],
    ['an alias bomb', bomb, 'aliases stand for more'],
    ['a deep nest', `cubes: ${nested}`, ''],
    ['a Jinja block', 'cubes:\n{% for x in y %}\n  - name: a\n{% endfor %}', 'Jinja'],
    ['Jinja in a quoted scalar', 'cubes:\n  - name: "{{ name }}"', 'Jinja'],
    ['a cube without a name', 'cubes:\n  - sql: x', 'no name'],
    ['a name that is a number', 'cubes:\n  - name: 5', 'no name'],
    ['dimensions that are no list', 'cubes:\n  - name: a\n    dimensions: {x: 1}', 'not a list'],
    ['a policy that is no map', 'cubes:\n  - name: a\n    access_policy: [x]', 'access policy'],
    ['a policy with an unknown key', 'cubes:\n  - name: a\n    access_policy: [{grup: x}]', 'unknown key'],
    ['an unknown key', 'cube: []', 'unknown here'],
    ['two cubes of one name', 'cubes: [{name: a}, {name: a}]', 'second time'],
    ['a member defined twice', 'cubes: [{name: a, dimensions: [{name: x}], measures: [{name: x}]}]', 'twice'],
    ['an alias of itself', 'cubes: &a [*a]', 'alias'],
    ['many open brackets', `cubes: ${'['.repeat(100_000)}`, 'open brackets'],
    ['more than 1 MB', `cubes: []\n#${'x'.repeat(1_100_000)}`, '1 MB'],
    ['a long list of nothing', `cubes: [${'x, '.repeat(9_000)}x]\n`, '8901 more places'],
    ['too many policies to compare', JSON.stringify({ cubes: [manyPolicies] }), 'too many members and policies'],
    ['more than 10 MB', `# ${'x'.repeat(10_500_000)}`, '1 MB'],
  ])('is listed with its file and line: %s', (_, content, reason) => {
    const { opaque } = read(content)

    expect(opaque.map((place) => place.reason).join(' ')).toContain(reason)
    expect(opaque[0]).toMatchObject({ file: 'model/orders.yml' })
    expect(opaque[0]?.line).toBeGreaterThan(0)
  })

  it('is listed by name for code and templates', () => {
    const files = ['model/a.js', 'cube.py', 'model/macros.jinja', 'cube.ts'].map((path) => ({ path, content: 'x' }))
    expect(readModel(files).opaque.map(({ file }) => file)).toEqual(['cube.py', 'cube.ts', 'model/a.js', 'model/macros.jinja'])
  })

  it('keeps member names separate from the object prototype', () => {
    const model = read('cubes: [{name: __proto__, dimensions: [{name: constructor, sql: x, __proto__: {a: 1}}]}]')
    expect(model.entities.get('__proto__')?.parts.get('constructor')?.props.get('__proto__')).toBe('{"a":1}')
    expect(({} as { a?: number }).a).toBeUndefined()
  })

  it('limits the number of inherited members', () => {
    const wide = { name: 'wide', dimensions: Array.from({ length: 2000 }, (_, index) => ({ name: `d${index}`, sql: 'x' })) }
    const children = Array.from({ length: 2000 }, (_, index) => ({ name: `c${index}`, extends: 'wide' }))
    const model = read(JSON.stringify({ cubes: [wide, ...children] }))

    expect(model.entities.size).toBe(2001)
    expect(model.opaque[0]?.reason).toContain('more than can be compared')
  })

  it('handles cycles of extends and of views', () => {
    const model = read('cubes: [{name: a, extends: b}, {name: b, extends: a}]\nviews: [{name: v, cubes: [{join_path: v, includes: "*"}]}]')
    expect(model.entities.get('a')?.isUncertain).toBe(true)
  })

  it('never throws for any text', () => {
    const words = fc.constantFrom(
      ...`cubes:¦views:¦- ¦name: a¦\n¦  ¦    ¦{¦}¦[¦]¦*a¦&a ¦<<: ¦: ¦|¦"¦'¦{{¦access_policy:¦group: x¦includes: "*"¦extends: a`.split('¦'),
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(words, fc.string()), { maxLength: 40 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [read(one), read(`cubes: [{name: a}]\n${other}`)]
        expect(diffModels(before, before)).toEqual([])
        diffModels(before, after)
      }),
      { numRuns: propertyRuns(500) },
    )
  })
})
