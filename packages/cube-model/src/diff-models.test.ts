import { BranchDiff, type ModelChange } from '@facet/contract'
import { Ajv } from 'ajv'
import { propertyRuns } from '@facet/testkit/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { diffModelFiles, diffModels, isWidening, readModel } from './index.ts'

const base = {
  name: 'orders',
  sql_table: 'public.orders',
  joins: [{ name: 'users', sql: '{CUBE}.user_id = {users.id}', relationship: 'many_to_one' }],
  dimensions: [
    { name: 'id', sql: 'id', type: 'number', primary_key: true },
    { name: 'email', sql: 'email', type: 'string', title: 'E-mail' },
    { name: 'city', sql: 'city', type: 'string' },
  ],
  measures: [{ name: 'total', sql: 'amount', type: 'sum' }],
  pre_aggregations: [{ name: 'main', measures: ['total'] }],
}
type Cube = Omit<typeof base, 'dimensions'> & { dimensions: object[]; access_policy?: object[]; public?: boolean; title?: string }
const diff = (before: Partial<Cube>, after: Partial<Cube>, views: [object[], object[]] = [[], []]): ModelChange[] => {
  const model = (cube: Partial<Cube>, list: object[]): ReturnType<typeof readModel> =>
    readModel([
      { path: 'model/a.yml', content: stringify({ cubes: [{ ...base, ...cube }], views: list }, { aliasDuplicateObjects: false }) },
    ])
  return diffModels(model(before, views[0]), model(after, views[1]))
}
const briefly = (changes: ModelChange[]): string[] =>
  changes.map(({ id, subject, effects }) => `${id} ${subject.member ?? subject.cube}: ${effects.join(', ')}`)
const filters = (...list: object[]): object => ({ row_level: { filters: list } })
const eu = { member: 'city', operator: 'equals', values: ['Paris'] }
const mine = { member: 'email', operator: 'equals', values: ['{ securityContext.email }'] }
const policy = (...access_policy: object[]): Partial<Cube> => ({ access_policy })

describe('members', () => {
  it('reports failing queries when a measure is removed', () => {
    const [change] = diff({}, { measures: [] })

    expect(change).toMatchObject({
      id: 'member-removed',
      kind: 'removed',
      subject: { cube: 'orders', member: 'total' },
      effects: ['breaking', 'narrowing'],
      file: 'model/a.yml',
      message: 'Measure orders.total was removed; queries that use it will fail.',
      visibility: [{ who: 'everyone', gains: [], loses: ['orders.total'] }],
    })
  })

  const city = { name: 'city', sql: 'city', type: 'string' }
  const dimensions = (...changed: object[]): Partial<Cube> => ({ dimensions: [...base.dimensions.slice(0, 2), ...changed] })
  const withCity = (changes: object): Partial<Cube> => dimensions({ ...city, ...changes })
  const [total] = base.measures
  const [users] = base.joins
  it.each<[string, Partial<Cube>, string]>([
    ['a new dimension', dimensions(city, { name: 'zip', sql: 'zip', type: 'string' }), 'member-added zip: widening'],
    ['a hidden new dimension', dimensions(city, { name: 'zip', sql: 'z', type: 'string', public: false }), 'member-added zip: compatible'],
    ['a new name', withCity({ name: 'town' }), 'member-renamed town: breaking'],
    ['another type of a dimension', withCity({ type: 'number' }), 'member-type-changed city: breaking'],
    ['another sql', withCity({ sql: 'secret' }), 'member-sql-changed city: widening'],
    ['another title', withCity({ title: 'Town' }), 'member-description-changed city: compatible'],
    ['another meta', withCity({ meta: { a: 1 } }), 'member-description-changed city: compatible'],
    ['another mask', withCity({ mask: 'x' }), 'member-changed city: widening'],
    ['a hidden dimension', withCity({ public: false }), 'public-changed city: breaking, narrowing'],
    [
      'another type of a measure',
      { measures: [{ ...total, type: 'max' }] as Cube['measures'] },
      'member-type-changed total: breaking, widening',
    ],
    ['a removed join', { joins: [] }, 'join-removed users: breaking, narrowing'],
    ['another relationship', { joins: [{ ...users, relationship: 'one_to_one' }] as Cube['joins'] }, 'join-changed users: breaking'],
    ['a removed pre-aggregation', { pre_aggregations: [] }, 'pre-aggregation-removed main: compatible'],
    ['another table', { sql_table: 'private.orders' }, 'cube-sql-changed orders: widening'],
    ['a title of the cube', { title: 'Orders' }, 'cube-description-changed orders: compatible'],
    ['a hidden cube', { public: false }, 'public-changed orders: breaking, narrowing'],
  ])('reports the effect of %s', (_, after, expected) => {
    expect(briefly(diff({}, after))).toEqual([expected])
  })

  it('reports a former primary key as shown, because keys are hidden', () => {
    const dimension = { name: 'id', sql: 'id', type: 'number' }
    expect(briefly(diff({}, { dimensions: [dimension, ...base.dimensions.slice(1)] }))).toEqual([
      'primary-key-changed id: breaking',
      'public-changed id: widening',
    ])
  })

  it('detects a renamed cube and follows it into views', () => {
    const view = (cube: string): object => ({ name: 'v', cubes: [{ join_path: cube, includes: ['city'] }] })
    expect(briefly(diff({}, { name: 'sales' }, [[view('orders')], [view('sales')]]))).toEqual(['cube-renamed sales: breaking'])
  })

  it('does not report a rename when two new members have the definition of the removed one', () => {
    const changes = diff({}, dimensions({ ...city, name: 'town' }, { ...city, name: 'place' }))

    expect(changes.map(({ id, subject }) => `${id} ${subject.member}`).toSorted()).toEqual([
      'member-added place',
      'member-added town',
      'member-removed city',
    ])
  })

  it('does not report a rename when two members swap their sql', () => {
    const swapped = [
      base.dimensions[0],
      { name: 'email', sql: 'city', type: 'string', title: 'E-mail' },
      { name: 'city', sql: 'email', type: 'string' },
    ]
    expect(isWidening(diff({}, { dimensions: swapped as object[] }))).toHaveLength(2)
  })
})

describe('policies', () => {
  const group = (name: string, ...list: object[]): Partial<Cube> => policy({ group: name, ...(list.length > 0 ? filters(...list) : {}) })
  const ofNothing = { member_level: { includes: [] } }
  it.each<[string, Partial<Cube>, Partial<Cube>, string, string | null]>([
    ['all of them removed', group('a'), {}, 'removed: widening, narrowing', 'embed sessions in group:a'],
    ['the first one', {}, group('a'), 'added: widening, narrowing', 'embed sessions in group:a'],
    ['the first one, for everyone', {}, group('*'), 'added: widening', 'embed sessions'],
    [
      'the first one, conditional',
      {},
      policy({ conditions: [{ if: '{ x }' }] }),
      'added: widening, narrowing',
      'embed sessions when { x }',
    ],
    ['the first one, of nothing', {}, policy(ofNothing), 'added: narrowing', 'everyone'],
    ['the first one of a hidden cube', { public: false }, { public: false, ...group('a') }, 'added: narrowing', 'everyone'],
    ['an empty list', group('a'), { access_policy: [] }, 'removed: widening, narrowing', 'embed sessions in group:a'],
    ['a group more', group('a'), policy({ groups: ['a', 'b'] }), 'changed: widening', 'group:b'],
    ['everyone', group('a'), group('*'), 'changed: widening', 'everyone'],
    ['one filter of two removed', group('a', eu, mine), group('a', eu), 'changed: widening', 'group:a'],
    ['a filter added', group('a', eu), group('a', eu, mine), 'changed: narrowing', 'group:a'],
    ['an alternative', group('a', eu), group('a', { or: [eu, mine] }), 'changed: widening', 'group:a'],
    ['a value more', group('a', eu), group('a', { ...eu, values: ['Paris', 'Rome'] }), 'changed: widening', 'group:a'],
    ['a condition removed', policy({ group: 'a', conditions: [{ if: '{ x }' }] }), group('a'), 'changed: widening', 'group:a'],
    ['another order', policy({ group: 'a' }, { group: 'b' }), policy({ group: 'b' }, { group: 'a' }), 'changed: compatible', null],
    // A cube with a policy of nothing can be reached through views.
    ['a policy of nothing added', group('a'), policy({ group: 'a' }, { group: 'b', ...ofNothing }), 'changed: widening', 'group:b'],
  ])('reports whom a policy change affects: %s', (_, before, after, expected, who) => {
    const [change] = diff(before, after)
    const [kind = '', effects = ''] = expected.split(': ')

    expect(briefly(change ? [change] : [])).toEqual([`policy-${kind} orders: ${effects}`])
    expect(change?.visibility[0]?.who ?? null).toBe(who)
  })

  it('open a cube to embed sessions with the first policy, unless embedWithoutPolicy let them query it before', () => {
    const [change] = diff({}, policy({ group: 'a', member_level: { includes: ['city'] } }))

    expect(change).toMatchObject({
      effects: ['widening', 'narrowing'],
      isAssumed: true,
      visibility: [
        { who: 'embed sessions in group:a', gains: ['orders.city'], loses: [] },
        { who: 'everyone', gains: [] },
      ],
    })
    expect(change?.message).toBe(
      'The cube orders is guarded by an access policy now. everyone see less. embed sessions in group:a can query it now; before, they were refused unless `embedWithoutPolicy` of the deployment lets them.',
    )
  })

  it('close a cube to embed sessions when the last policy is removed, and open it to everyone else', () => {
    const [change] = diff(policy({ group: 'a' }), {})

    expect(change).toMatchObject({ effects: ['widening', 'narrowing'], isAssumed: false })
    expect(change?.visibility).toMatchObject([
      { who: 'embed sessions in group:a', gains: [], loses: ['orders.city', 'orders.email', 'orders.total'] },
      { who: 'everyone', loses: [] },
    ])
    expect(change?.message).toContain('everyone but embed sessions sees all of it.')
  })

  it('reports filters that cannot be compared', () => {
    const [change] = diff(policy({ group: 'a', ...filters(eu) }), policy({ group: 'a', ...filters(mine) }))

    expect(change).toMatchObject({ effects: ['widening', 'narrowing'], isAssumed: true, visibility: [{ who: 'group:a', rows: 'changed' }] })
    expect(change?.message).toContain('cannot be shown')
  })

  it('distinguishes masked from visible members', () => {
    const masked = { group: 'a', member_level: { excludes: ['email'] }, member_masking: { includes: ['email'] } }
    const hidden = { group: 'a', member_level: { excludes: ['email'] } }

    expect(diff(policy(hidden), policy(masked))[0]?.visibility).toMatchObject([{ who: 'group:a', gains: ['orders.email (masked)'] }])
    expect(diff(policy(masked), policy({ group: 'a' }))[0]?.visibility).toMatchObject([{ who: 'group:a', gains: ['orders.email'] }])
  })

  it('reports a member that a rename removes from an exclude list', () => {
    const guarded = policy({ group: 'a', member_level: { excludes: ['email'] } })
    const renamed = [base.dimensions[0], { name: 'mail', sql: 'email', type: 'string', title: 'E-mail' }, base.dimensions[2]]
    const changes = diff(guarded, { ...guarded, dimensions: renamed as object[] })

    expect(isWidening(changes)).toMatchObject([{ id: 'policy-changed', visibility: [{ who: 'group:a', gains: ['orders.mail'] }] }])
  })
})

describe('views', () => {
  const view = (includes: unknown, more: object = {}): object => ({ name: 'v', cubes: [{ join_path: 'orders', includes }], ...more })

  it('widen with each included member, even one hidden in its cube', () => {
    const changes = diff({}, {}, [[view(['city'])], [view(['city', 'id'])]])
    expect(changes).toMatchObject([
      { id: 'member-added', subject: { cube: 'v', member: 'id' }, visibility: [{ who: 'everyone', gains: ['v.id'] }] },
    ])
  })

  it('widen when they include more of an unreadable cube', () => {
    const of = (includes: unknown): object => ({ name: 'v', cubes: [{ join_path: 'hidden', includes }] })
    expect(isWidening(diff({}, {}, [[of(['a'])], [of('*')]])).length).toBeGreaterThan(0)
  })
})

describe('unreadable files', () => {
  const files = (content: string): { path: string; content: string }[] => [{ path: 'model/a.js', content }]

  it('count as possibly widening only when they change', () => {
    expect(briefly(isWidening(diffModelFiles(files('1'), files('2')).changes))).toEqual(['opaque-changed model/a.js: opaque'])
    expect(diffModelFiles(files('1'), files('1')).changes).toEqual([])
    expect(diffModelFiles(files('1'), []).changes).toMatchObject([{ kind: 'removed', effects: ['opaque'] }])
  })

  it('make every policy change opaque on a cube whose parent is unreadable', () => {
    const child = (more: object): { path: string; content: string }[] => [
      {
        path: 'model/c.yml',
        content: stringify({ cubes: [{ name: 'c', extends: 'unseen', dimensions: [{ name: 'x', sql: 'x' }], ...more }] }),
      },
    ]
    expect(isWidening(diffModelFiles(child({}), child({ access_policy: [{ group: '*' }] })).changes)).toMatchObject([
      { id: 'policy-added', visibility: [{ who: 'embed sessions' }] },
      { id: 'definition-opaque' },
    ])
    expect(isWidening(diffModelFiles(child({}), child({ title: 'C' })).changes)).toEqual([])
  })
})

describe('the whole diff', () => {
  it('lists files, counts effects and names the affected callers', () => {
    const file = (path: string, cube: object): { path: string; content: string } => ({ path, content: stringify({ cubes: [cube] }) })
    const before = [file('model/a.yml', base), file('model/b.yml', { ...base, name: 'b' })]
    const after = [file('model/a.yml', { ...base, measures: [] }), file('model/c.yml', { ...base, name: 'b' })]

    expect(diffModelFiles(before, after)).toMatchObject({
      files: [
        { path: 'model/a.yml', status: 'changed' },
        { path: 'model/c.yml', previousPath: 'model/b.yml', status: 'renamed' },
      ],
      visibility: [{ who: 'everyone', gains: [], loses: ['orders.total'] }],
      opaque: [],
      summary: { breaking: 1, widening: 0, narrowing: 1, opaque: 0, compatible: 0 },
    })
  })

  it('matches the schema of the contract', () => {
    const files = (sql: string): { path: string; content: string }[] => [
      { path: 'model/a.yml', content: stringify({ cubes: [{ ...base, sql_table: sql, access_policy: [{ group: sql }] }] }) },
      { path: 'cube.js', content: sql },
    ]
    const check = new Ajv({ strict: false }).compile(BranchDiff)

    expect(check(diffModelFiles(files('a'), files('b'))), JSON.stringify(check.errors)).toBe(true)
  })

  it('reports added parts as removed in the reverse diff', () => {
    const name = fc.constantFrom('a', 'b', 'c')
    const part = fc.record({ name, sql: fc.constantFrom('1', '2', '3') })
    const unique = { maxLength: 3, selector: (each: { name: string }) => each.name }
    const cube = fc.record({
      name,
      dimensions: fc.uniqueArray(part, unique),
      segments: fc.constant([]),
      joins: fc.uniqueArray(part, unique),
    })
    const model = fc
      .record({ cubes: fc.uniqueArray(cube, unique), js: fc.constantFrom('', 'x', 'y') })
      .map(({ cubes, js }) =>
        readModel([{ path: 'model/a.yml', content: JSON.stringify({ cubes }) }, ...(js ? [{ path: 'model/a.js', content: js }] : [])]),
      )
    const subjects = (changes: ModelChange[], kind: ModelChange['kind']): string[] =>
      changes
        .filter((change) => change.kind === kind)
        .map(({ subject }) => JSON.stringify(subject))
        .toSorted()
    fc.assert(
      fc.property(model, model, (before, after) => {
        const [there, back] = [diffModels(before, after), diffModels(after, before)]
        expect(subjects(back, 'removed')).toEqual(subjects(there, 'added'))
        expect(back.filter(({ kind }) => kind === 'renamed')).toHaveLength(there.filter(({ kind }) => kind === 'renamed').length)
      }),
      { numRuns: propertyRuns(500) },
    )
  })
})
