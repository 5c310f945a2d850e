import { describe, expect, it } from 'vitest'
import { convert, type ConvertInput } from '../src/index.ts'
import { bytesOf, type MadeModel, madeManifest, type MadeTest } from './made-manifest.ts'
import { convertProject, decisionOf, fileOf, projects } from './projects.ts'

/** Rules that the reference states and no other test here holds; the README of the package says which test holds which rule. */
type Options = Partial<ConvertInput['options']>
const converted = (models: MadeModel[], tests: MadeTest[] = [], options: Options = {}, more: object = {}) =>
  convert({ manifest: bytesOf(madeManifest(models, tests, more)), options: { warehouse: 'postgres', ...options } })
const only = (model: MadeModel, tests: MadeTest[] = [], options: Options = {}) =>
  decisionOf(converted([model], tests, options), `dbt_${model.name}`)
const strict = (on: string, column: string): MadeTest[] => [
  { on, name: 'unique', column },
  { on, name: 'not_null', column },
]

describe('what becomes a cube', () => {
  it('is a model and nothing else of the project', () => {
    const other = (kind: string): [string, object] => [`${kind}.made.x`, { unique_id: `${kind}.made.x`, resource_type: kind, name: 'x' }]
    const manifest = madeManifest([{ name: 'a' }], [], {
      sources: Object.fromEntries([other('source')]),
      exposures: Object.fromEntries([other('exposure')]),
      metrics: Object.fromEntries([other('metric')]),
      macros: { 'macro.made.x': {}, 'macro.made.y': {} },
    })
    Object.assign(manifest['nodes'] as object, Object.fromEntries(['seed', 'snapshot', 'analysis', 'operation'].map(other)))
    const { files, stats } = convert({ manifest: bytesOf(manifest), options: { warehouse: 'postgres' } })

    expect(files.map(({ path }) => path)).toEqual(['model/cubes/dbt/dbt_a.yml'])
    expect(stats).toEqual({ models: 1, sources: 1, macros: 2 })
  })

  it('is never the time spine, whatever package it is of', () => {
    expect(converted([{ name: 'a' }, { name: 'metricflow_time_spine', package_name: 'other' }]).report).toMatchObject({
      models: [{ cube: 'dbt_a' }],
      skipped: [{ modelId: 'model.made.metricflow_time_spine', reason: 'time_spine' }],
    })
  })

  it('has its name after the prefix, its title after the other one with the alias, and a file that says it is generated', () => {
    const file = fileOf(converted([{ name: 'a', alias: 'Orders of today' }], [], { namePrefix: 'x_', titlePrefix: '[x] ' }), 'x_a')

    expect(file).toMatch(
      /^# Generated .*Do not edit it.*\n# dbt model: model\.made\.a\ncubes:\n {2}- name: x_a\n {4}title: '\[x\] Orders of today'\n/,
    )
    expect(fileOf(converted([{ name: 'a' }]), 'dbt_a')).toContain("title: '(dbt) a'\n")
  })

  it.each<[object, string]>([
    [{ database: null }, 'analytics.a'],
    [{ database: '', schema: 'x' }, 'x.a'],
    [{ database: 'db', schema: null }, 'db.a'],
    [{ database: null, schema: null }, 'a'],
  ])('has a table without the parts that are empty: %j', (parts, table) => {
    expect(only({ name: 'a', relation_name: null, ...parts }, [], { warehouse: 'snowflake' }).table).toBe(table)
  })

  it('has what is described where that is wanted', () => {
    const model = { name: 'a', description: 'Of the model', columns: { id: { description: 'Of the column' } } }

    expect(fileOf(converted([model]), 'dbt_a')).toMatch(/description: 'Of the model'\n.*description: 'Of the column'\n/s)
    expect(fileOf(converted([model], [], { hasDescriptions: false }), 'dbt_a')).not.toContain('description')
  })

  it('has a description of 10,000 characters whole, and of a longer one as many', () => {
    const file = (length: number) => fileOf(converted([{ name: 'a', description: 'd'.repeat(length), columns: { id: {} } }]), 'dbt_a')

    expect(file(10_000)).toMatch(/description: '?d{10000}'?\n/)
    expect(file(10_001)).toMatch(/description: '?d{10000}…'?\n/)
  })
})

describe('types', () => {
  const catalogOf = (type: string) => bytesOf({ nodes: { 'model.made.a': { columns: { SHIPPED_AT: { type } } } } })
  const typeOf = (column: object, catalog: Uint8Array | null) => {
    const manifest = bytesOf(madeManifest([{ name: 'a', columns: { shipped_at: column } }]))
    return decisionOf(convert({ manifest, catalog, options: { warehouse: 'snowflake' } }), 'dbt_a').columns[0]
  }

  it('are declared, else of the catalog, else guessed from the name', () => {
    expect(typeOf({ data_type: 'boolean' }, catalogOf('NUMBER'))).toMatchObject({ type: 'boolean', source: 'declared' })
    expect(typeOf({}, catalogOf('NUMBER(38,0)'))).toMatchObject({ type: 'number', source: 'catalog', evidence: 'NUMBER(38,0)' })
    expect(typeOf({}, null)).toMatchObject({ type: 'time', source: 'name' })
  })

  it('of what nobody knows are strings, and told', () => {
    expect(typeOf({ data_type: 'my_type' }, null)).toMatchObject({ type: 'string', source: 'unknown_type', evidence: /my_type/ })
  })

  it('of identifiers that hold text are declared or said by meta', () => {
    expect(
      only({ name: 'a', columns: { a_id: {}, b_id: { data_type: 'uuid' }, c_id: { meta: { 'facet.type': 'string' } } } }).columns,
    ).toMatchObject([
      { type: 'number', source: 'name' },
      { type: 'string', source: 'declared' },
      { type: 'string', source: 'meta' },
    ])
  })

  it.each([
    ['number', 'id customer_id total_price num_items order_count amount Unit_Price score_pct total'],
    ['time', 'created_at CREATED_AT order_date start_time event_ts paid_on date updated'],
    ['boolean', 'is_gift has_child was_paid can_pay should_pay gift_flag'],
    ['string', 'name status country_code order_uuid session_key customer_sk email_hash price_code identity paid'],
  ])('that are guessed as %s', (type, names) => {
    const guessed = only({ name: 'a', columns: Object.fromEntries(names.split(' ').map((name) => [name, {}])) }).columns

    expect(guessed.filter((column) => column.type !== type)).toEqual([])
  })
})

describe('default measures', () => {
  it('are a count on every cube, and a sum of columns with each of the words in their name, in any case', () => {
    const names = ['AMOUNT_DUE', 'Unit_Price', 'cost', 'grand_total', 'lifetime_value', 'weight']
    const { measures } = only({ name: 'a', columns: Object.fromEntries(names.map((name) => [name, { data_type: 'int' }])) })

    expect(measures).toEqual(['count', 'total_AMOUNT_DUE', 'total_Unit_Price', 'total_cost', 'total_grand_total', 'total_lifetime_value'])
    expect(only({ name: 'b' }).measures).toEqual(['count'])
  })
})

describe('the tiers of a key', () => {
  const columns = { id: {}, code: {}, number: { constraints: [{ type: 'primary_key' }] } }

  it('are constraints, then strict tests, then names', () => {
    const { number: _, ...unconstrained } = columns

    expect(only({ name: 'a', columns }, strict('a', 'code')).key).toMatchObject({ columns: ['number'], source: 'constraint' })
    expect(only({ name: 'a', columns: unconstrained }, strict('a', 'code')).key).toMatchObject({ columns: ['code'], source: 'tests' })
    expect(only({ name: 'a', columns: unconstrained }).key).toMatchObject({ columns: ['id'], source: 'name', isProven: false })
  })

  it('need both tests on the same column', () => {
    const tests: MadeTest[] = [
      { on: 'a', name: 'unique', column: 'code' },
      { on: 'a', name: 'not_null', column: 'label' },
    ]

    expect(only({ name: 'a', columns: { code: {}, label: {} } }, tests).key.columns).toEqual([])
  })

  it.each([
    ['stg_customers', 'customer_id'],
    ['dim_countries', 'country_id'],
    ['fct_boxes', 'box_id'],
    ['int_addresses', 'address_key'],
    ['mart_sales__orders', 'order_id'],
    ['base_status', 'status_id'],
  ])('prefer of %s the column %s', (name, expected) => {
    const all = [expected, 'a_id', 'z_key']
    const tests = all.flatMap((column) => strict(name, column))

    expect(only({ name, columns: Object.fromEntries(all.map((column) => [column, {}])) }, tests).key.columns).toEqual([expected])
  })

  it('take a column that refers to another model only where nothing else remains', () => {
    const target = { name: 'accounts', columns: { account_id: {} } }
    const refers: MadeTest = { on: 'a', name: 'relationships', column: 'account_id', to: 'accounts', field: 'account_id' }
    const keyOf = (more: MadeTest[]) =>
      decisionOf(
        converted([{ name: 'a', columns: { account_id: {}, token: {} } }, target], [refers, ...strict('a', 'account_id'), ...more]),
        'dbt_a',
      ).key.columns

    expect(keyOf(strict('a', 'token'))).toEqual(['token'])
    expect(keyOf([])).toEqual(['account_id'])
  })

  it('know the suffixes of the setting, and the bare word', () => {
    const keyBy = (column: string, keySuffixes: string[]) =>
      only({ name: 'a', columns: { [column]: {}, x: {} } }, [], { keySuffixes }).key.columns

    expect(keyBy('ID', ['_id'])).toEqual(['ID'])
    expect(keyBy('row_pk', ['_id'])).toEqual([])
    expect(keyBy('row_pk', [' _pk '])).toEqual(['row_pk'])
    expect(keyBy('pk', ['_id', '_pk'])).toEqual(['pk'])
  })
})

describe('the switches of joins', () => {
  const models = [
    {
      name: 'orders',
      columns: {
        order_id: { constraints: [{ type: 'primary_key' }] },
        user_id: { constraints: [{ type: 'foreign_key', to: "ref('users')", to_columns: ['id'] }] },
      },
    },
    { name: 'users', columns: { id: { constraints: [{ type: 'primary_key' }] } } },
  ]
  const joinsOf = (cube: string, options: Options) => fileOf(converted(models, [], options), cube).match(/relationship: \w+/g) ?? []

  it('write many_to_one from the cube that owns the foreign key, on request one_to_many back, and nothing where they are off', () => {
    expect(joinsOf('dbt_orders', {})).toEqual(['relationship: many_to_one'])
    expect(joinsOf('dbt_users', {})).toEqual([])
    expect(joinsOf('dbt_users', { hasReverseJoins: true })).toEqual(['relationship: one_to_many'])
    expect([...joinsOf('dbt_orders', { hasJoins: false }), ...joinsOf('dbt_users', { hasJoins: false, hasReverseJoins: true })]).toEqual([])
  })
})

describe('nothing is left open', () => {
  const pii = { contains_pii: true }

  it('a model of personal data is hidden, also where a stub lets groups into other cubes, and shown to those whom it names', () => {
    const stub = { policyStubGroups: ['everyone'] }
    const hidden = converted([{ name: 'a', meta: pii, columns: { id: {} } }], [], stub)
    const named = converted([{ name: 'a', meta: { ...pii, facet: { groups: ['hr'] } }, columns: { id: {} } }], [], stub)

    expect(fileOf(hidden, 'dbt_a')).toContain('public: false')
    expect(fileOf(hidden, 'dbt_a')).not.toContain('access_policy')
    expect(decisionOf(hidden, 'dbt_a')).toMatchObject({ groups: [], isClosedToEmbed: true, notices: [/contains_pii/] })
    expect(fileOf(named, 'dbt_a')).toContain('- group: hr\n')
  })

  it('a cube that names no groups is counted as closed to embed sessions, and the stub opens it', () => {
    const models = [{ name: 'a' }, { name: 'b', meta: { 'facet.groups': ['sales'] } }]

    expect(converted(models).report).toMatchObject({
      counts: { closedToEmbed: 1 },
      models: [{ isClosedToEmbed: true }, { groups: ['sales'] }],
    })
    expect(fileOf(converted(models), 'dbt_a')).not.toContain('access_policy')
    expect(converted(models, [], { policyStubGroups: ['staff'] }).report).toMatchObject({
      counts: { closedToEmbed: 0 },
      models: [{ groups: ['staff'] }, { groups: ['sales'] }],
    })
  })

  it('meta says what is shown, and how', () => {
    const meta = { facet: { title: 'Orders', public: false, name: 'orders' } }
    const columns = {
      id: { meta: { 'facet.public': true } },
      price: { data_type: 'int', meta: { facet: { title: 'Price', format: 'currency' } } },
    }
    const file = fileOf(converted([{ name: 'a', meta, columns }]), 'orders')

    expect(file).toMatch(/name: orders\n {4}title: '\(dbt\) Orders'\n {4}sql_table: 'analytics\.a'\n {4}public: false\n/)
    expect(file).toMatch(/name: id\n.*primary_key: true\n {8}public: true\n/s)
    expect(file).toMatch(/name: price\n {8}title: Price\n.*format: currency\n/s)
  })

  it('every model of every project is a cube or a listed skip', () => {
    for (const name of Object.keys(projects)) {
      const { report, projectModels } = convertProject(name)

      expect([...report.models, ...report.skipped].map(({ modelId }) => modelId).toSorted()).toEqual([...projectModels].toSorted())
    }
  })
})
