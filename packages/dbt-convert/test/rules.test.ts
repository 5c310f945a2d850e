import { describe, expect, it } from 'vitest'
import { convert, type ConvertInput } from '../src/index.ts'
import { bytesOf, type MadeModel, madeManifest, type MadeTest } from './made-manifest.ts'
import { decisionOf, fileOf } from './projects.ts'

type Options = Partial<ConvertInput['options']>
const converted = (models: MadeModel[], tests: MadeTest[] = [], options: Options = {}) =>
  convert({ manifest: bytesOf(madeManifest(models, tests)), options: { warehouse: 'postgres', ...options } })
const keyOf = (model: MadeModel, tests: MadeTest[] = [], options: Options = {}) =>
  decisionOf(converted([model], tests, options), `dbt_${model.name}`).key
const strict = (on: string, column: string, config: object = {}): MadeTest[] => [
  { on, name: 'unique', column, config },
  { on, name: 'not_null', column },
]

describe('keys', () => {
  it('prefer the column that is named after the model', () => {
    const columns = { a_id: {}, customer_id: {}, id: {} }

    expect(
      keyOf({ name: 'stg_customers', columns }, [...strict('stg_customers', 'a_id'), ...strict('stg_customers', 'customer_id')]).columns,
    ).toEqual(['customer_id'])
    expect(keyOf({ name: 'fct_categories', columns: { category_id: {}, b_id: {} } })).toMatchObject({
      columns: ['category_id'],
      source: 'name',
      isProven: false,
    })
  })

  it.each([{ severity: 'WARN' }, { where: 'x > 1' }, { error_if: '>10' }, { fail_calc: 'max(x)' }, { limit: 5 }])(
    'are not proven by a test with %j',
    (config) => {
      const key = keyOf({ name: 'a', columns: { code: {} } }, strict('a', 'code', config))

      expect(key).toMatchObject({ columns: [], source: 'none' })
      expect(key.evidence.join()).toContain('unique on code does not count')
    },
  )

  it('are not guessed among several that are all as likely', () => {
    expect(keyOf({ name: 'visits', columns: { page_id: {}, place_id: {} } }).columns).toEqual([])
  })

  it('are never part of a declared key that could not be taken whole', () => {
    const constraints = [{ type: 'primary_key', columns: ['a_id', 'gone'] }]
    const key = keyOf({ name: 'a', columns: { a_id: {} }, constraints })

    expect(key.columns).toEqual([])
    expect(key.evidence.join()).toContain('"gone", which is not a documented column')
  })

  it('come from constraints and meta also where detection is off', () => {
    const off = { hasKeysFromTests: false, hasKeysFromNames: false }
    const constrained = { name: 'a', columns: { x: { constraints: [{ type: 'primary_key' }] }, id: {} } }

    expect(keyOf(constrained, strict('a', 'id'), off)).toMatchObject({ columns: ['x'], source: 'constraint' })
    expect(keyOf({ name: 'a', columns: { x: { meta: { 'facet.primary_key': true } } } }, [], off)).toMatchObject({
      columns: ['x'],
      source: 'meta',
    })
    expect(keyOf({ name: 'a', columns: { id: {} } }, strict('a', 'id'), off).columns).toEqual([])
  })

  it('of several columns are proven by their combination, each without nulls', () => {
    const tests = (names: string[]): MadeTest[] => [
      { on: 'a', name: 'unique_combination_of_columns', namespace: 'dbt_utils', kwargs: { combination_of_columns: ['y', 'x'] } },
      ...names.map((column) => ({ on: 'a', name: 'not_null', column })),
    ]

    expect(keyOf({ name: 'a', columns: { x: {}, y: {} } }, tests(['x', 'y']))).toMatchObject({ columns: ['x', 'y'], isProven: true })
    expect(keyOf({ name: 'a', columns: { x: {}, y: {} } }, tests(['x'])).columns).toEqual([])
  })
})

describe('joins', () => {
  const orders = { name: 'orders', columns: { order_id: {}, customer_id: {} } }
  const refers: MadeTest = { on: 'orders', name: 'relationships', column: 'customer_id', to: 'customers', field: 'code' }
  const customers = { name: 'customers', columns: { code: {}, customer_id: {} } }

  it('without a proven key are left out and told, unless the reference is to be followed', () => {
    const [left] = decisionOf(converted([orders, customers], [refers]), 'dbt_orders').joins
    const followed = converted([orders, customers], [refers], { hasUnprovenJoins: true })

    expect(left).toMatchObject({
      isEmitted: false,
      reason: 'unproven_key',
      to: 'dbt_customers',
      evidence: ['test test.made.relationships.0'],
    })
    expect(fileOf(followed, 'dbt_orders')).toContain('{CUBE}.customer_id = {dbt_customers}.code')
    expect(decisionOf(followed, 'dbt_customers').key).toMatchObject({ columns: ['code', 'customer_id'], isProven: false })
  })

  it('make a key of what they lead to where only a name suggested one', () => {
    const conversion = converted([orders, customers], [refers, { on: 'customers', name: 'unique', column: 'code' }])

    expect(decisionOf(conversion, 'dbt_orders').joins).toMatchObject([{ isEmitted: true }])
    expect(decisionOf(conversion, 'dbt_customers').key).toMatchObject({ columns: ['code'], source: 'join', isProven: true })
  })

  it('lead back only from cubes whose own key is proven', () => {
    const proven = strict('customers', 'code')
    const back = (tests: MadeTest[]) =>
      decisionOf(converted([orders, customers], [refers, ...proven, ...tests], { hasReverseJoins: true }), 'dbt_customers').joins

    expect(back([])).toMatchObject([{ relationship: 'one_to_many', isEmitted: false }])
    expect(back(strict('orders', 'order_id'))).toMatchObject([{ relationship: 'one_to_many', isEmitted: true, to: 'dbt_orders' }])
  })

  it('are chosen and switched off by meta', () => {
    const two = (meta: object) => ({ name: 'orders', columns: { order_id: {}, a_code: { meta }, b_code: {} } })
    const tests = ['a_code', 'b_code'].map((column): MadeTest => ({ ...refers, column }))
    const joined = (meta: object) =>
      decisionOf(converted([two(meta), customers], [...tests, ...strict('customers', 'code')]), 'dbt_orders').joins.filter(
        ({ isEmitted }) => isEmitted,
      )

    expect(joined({})).toEqual([])
    expect(joined({ facet: { join: true } })).toMatchObject([{ columns: ['a_code'] }])
    expect(joined({ facet: { join: false } })).toMatchObject([{ columns: ['b_code'] }])
  })

  it('of which one test holds for some rows and another for all are written', () => {
    const some = { ...refers, config: { where: 'customer_id > 0' } }
    const joined = (...tests: MadeTest[]) =>
      decisionOf(converted([orders, customers], [...tests, ...strict('customers', 'code'), ...strict('orders', 'order_id')]), 'dbt_orders')
        .joins

    expect(joined(some)).toMatchObject([{ isEmitted: false, reason: 'conditional' }])
    expect(joined(some, refers)).toMatchObject([{ isEmitted: true, evidence: [expect.any(String), expect.any(String)] }])
  })

  it('lead to a model of the package that is named, and of no other', () => {
    const referring = (to: string) => ({
      ...orders,
      constraints: [{ type: 'foreign_key', columns: ['customer_id'], to, to_columns: ['code'] }],
    })
    const tests = [...strict('customers', 'code'), ...strict('orders', 'order_id')]
    const joined = (to: string) => decisionOf(converted([referring(to), customers], tests), 'dbt_orders').joins

    expect(joined("ref('made', 'customers')")).toMatchObject([{ isEmitted: true, to: 'dbt_customers' }])
    expect(joined("ref('elsewhere', 'customers')")).toMatchObject([{ isEmitted: false, reason: 'target_unknown' }])
  })

  it('to a model outside the selection are told', () => {
    const conversion = converted([orders, customers], [refers, ...strict('customers', 'code')], { selector: 'orders' })

    expect(decisionOf(conversion, 'dbt_orders').joins).toMatchObject([{ isEmitted: false, reason: 'not_a_cube' }])
  })
})

describe('meta', () => {
  it.each([true, 'true'])('hides personal data (%j) where no policy keeps it from anyone, and keeps it out of policies', (isPii) => {
    const columns = { id: {}, email: { meta: { contains_pii: isPii } } }
    const open = converted([{ name: 'a', columns }])
    const guarded = converted([{ name: 'a', columns }], [], { policyStubGroups: ['staff'] })

    expect(fileOf(open, 'dbt_a')).toMatch(/name: email\n.*type: string\n +public: false/s)
    expect(decisionOf(open, 'dbt_a').isClosedToEmbed).toBe(true)
    expect(fileOf(guarded, 'dbt_a')).toContain('excludes:\n            - email\n')
    expect(fileOf(guarded, 'dbt_a')).not.toContain('public: false')
  })

  it('of the configuration goes over that of the node, where dbt writes both', () => {
    const model = { name: 'a', columns: { id: {} }, meta: { facet: { title: 'Old' } }, config: { meta: { facet: { title: 'New' } } } }

    expect(fileOf(converted([model]), 'dbt_a')).toContain("title: '(dbt) New'")
  })

  it('that is mistyped or of the wrong kind is told', () => {
    const { notices } = decisionOf(
      converted([
        { name: 'a', meta: { facet: { groups: 'sales', visible: true } }, columns: { id: { meta: { 'facet.format': 'bold' } } } },
      ]),
      'dbt_a',
    )

    expect(notices).toHaveLength(3)
    expect(notices.join('\n')).toMatch(/facet\.groups .*\n.*"visible" is unknown.*\n.*"bold" is no format of a number/)
  })
})

describe('measures', () => {
  it('sum what holds money, and never identifiers, keys or what is hidden', () => {
    const number = { data_type: 'numeric' }
    const columns = {
      price: number,
      PRICE_ID: number,
      unit_cost: number,
      secret_value: { ...number, meta: { contains_pii: true } },
      hidden_amount: { ...number, meta: { 'facet.public': false } },
      value_text: { data_type: 'text' },
      total: { ...number, meta: { 'facet.primary_key': true } },
    }

    expect(decisionOf(converted([{ name: 'a', columns }]), 'dbt_a').measures).toEqual(['count', 'total_price', 'total_unit_cost'])
    expect(decisionOf(converted([{ name: 'a', columns }], [], { hasMeasures: false }), 'dbt_a').measures).toEqual([])
  })
})
