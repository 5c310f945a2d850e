import { describe, expect, it } from 'vitest'
import { convert, type ConvertInput, type SemanticDecision } from '../src/index.ts'
import { bytesOf, type MadeModel, madeManifest } from './made-manifest.ts'
import { convertProject, decisionOf, fileOf } from './projects.ts'

type Fields = Record<string, unknown>
type Layer = { entities?: Fields[]; dimensions?: Fields[]; measures?: Fields[]; on?: string }

const semanticModel = (name: string, { on = name, ...layer }: Layer): [string, object] => [
  `semantic_model.made.${name}`,
  { name, depends_on: { nodes: [`model.made.${on}`] }, entities: [], dimensions: [], measures: [], ...layer },
]
const metricOf = ({ name, ...fields }: Fields): [string, object] => [`metric.made.${String(name)}`, { name, ...fields }]
const where = (template: string) => ({ where_filters: [{ where_sql_template: template }] })
const simple = (name: string, measure: string, filter?: string): Fields => ({
  ...{ name, type: 'simple', type_params: { measure: { name: measure } } },
  ...(filter === undefined ? {} : { filter: where(filter) }),
})

type Made = { models?: MadeModel[]; layers?: Record<string, Layer>; metrics?: Fields[]; options?: Partial<ConvertInput['options']> }
const a = { name: 'a', columns: { id: {}, amount: { data_type: 'numeric' }, email: { meta: { contains_pii: true } } } }

const converted = ({ models = [a], layers = {}, metrics = [], options = {} }: Made) =>
  convert({
    manifest: bytesOf(
      madeManifest(models, [], {
        semantic_models: Object.fromEntries(Object.entries(layers).map(([name, layer]) => semanticModel(name, layer))),
        metrics: Object.fromEntries(metrics.map(metricOf)),
      }),
    ),
    options: { warehouse: 'postgres', hasSemanticModels: true, ...options },
  })
const decided = ({ report }: ReturnType<typeof convert>, kind: SemanticDecision['kind'], name: string) =>
  report.semantics.find((item) => item.kind === kind && item.name === name)

/** A dimension with this SQL, as it became. */
const sqlOf = (expr: string, options: Made['options'] = {}): string | null => {
  const made = converted({ layers: { a: { dimensions: [{ name: 'x', type: 'categorical', expr }] } }, options })
  const decision = decided(made, 'dimension', 'x')
  return decision?.isUsed ? (/name: x\n {8}sql: '(.*)'\n/.exec(fileOf(made, 'dbt_a'))?.[1]?.replaceAll("''", "'") ?? '') : null
}
/** What a filter of this SQL became. */
const filterOf = (template: string) => {
  const made = converted({
    layers: {
      a: {
        entities: [{ name: 'a', type: 'primary', expr: 'id' }],
        dimensions: [
          { name: 'size', type: 'categorical', expr: "case when amount > 1 then 'l' end" },
          { name: 'amount', type: 'categorical' },
        ],
        measures: [{ name: 'm', agg: 'sum', expr: 'amount' }],
      },
    },
    metrics: [simple('n', 'm', template)],
  })
  return { ...decided(made, 'metric', 'n'), sql: /filters:\n +- sql: '(.*)'\n/.exec(fileOf(made, 'dbt_a'))?.[1]?.replaceAll("''", "'") }
}

describe('the switch', () => {
  it('is off, and then it is told what is not converted', () => {
    const { report, files } = convertProject('semantics', { hasSemanticModels: false })

    expect(report.semantics).toEqual([])
    expect(report.notices).toEqual([expect.stringMatching(/3 semantic models and 16 metrics, which are not converted: hasSemanticModels/)])
    expect(files.map(({ content }) => content).join()).not.toContain('paid_share')
  })

  it('on, everything of the semantic layer is used or listed with the reason', () => {
    const { report } = convertProject('semantics')
    const left = (reason: string) => report.semantics.filter((item) => item.reason === reason).map(({ name }) => name)

    expect(report.semantics).toHaveLength(52)
    expect(left('type_unsupported')).toEqual(['running_revenue'])
    expect(left('aggregation_unsupported')).toEqual(['half_of_customers', 'median_amount', 'stock'])
    expect(left('filter_unsupported')).toEqual(['northern_revenue', 'recent_revenue'])
    expect(left('several_cubes')).toEqual(['revenue_per_customer'])
    expect(report.semantics.filter(({ message }) => message === '')).toEqual([])
  })
})

describe('SQL', () => {
  it.each([
    ['amount * 2 - id', '({CUBE}.amount * 2 - {CUBE}.id)'],
    ['AMOUNT', '{CUBE}.amount'],
    ['"Amount"', '{CUBE}.amount'],
    ['undocumented', '{CUBE}.undocumented'],
    ['union', '({CUBE}."union")'],
    ['', '{CUBE}.x'],
    ['order', '({CUBE}."order")'],
    ["coalesce(amount, 0) || ' €'", "(coalesce({CUBE}.amount, 0) || ' €')"],
    ['-amount', '(- {CUBE}.amount)'],
    ['amount - -1', '({CUBE}.amount - - 1)'],
    ['cast(amount as numeric(10, 2))', '(cast({CUBE}.amount as numeric (10, 2)))'],
    ['amount::int', '({CUBE}.amount :: int)'],
    ['extract(year from created_at)', '(extract(year from {CUBE}.created_at))'],
    ["date_trunc('day', created_at)", "(date_trunc('day', {CUBE}.created_at))"],
    ["created_at > date '2026-01-01' - interval '1 day'", "({CUBE}.created_at > date '2026-01-01' - interval '1 day')"],
    ["case amount when 1 then 'one' else null end", "(case {CUBE}.amount when 1 then 'one' else null end)"],
    ['not (amount in (1, 2) or amount is not null)', '(not ({CUBE}.amount in (1, 2) or {CUBE}.amount is not null))'],
    ['amount not between 1 and 2', '({CUBE}.amount not between 1 and 2)'],
    ["status like '%{x}%'", String.raw`({CUBE}.status like '%\u007bx\u007d%')`],
    ["'it''s'", "('it''s')"],
  ])('%s is taken over', (expr, sql) => {
    expect(sqlOf(expr)?.replaceAll(String.raw`\u0022`, '"')).toBe(sql)
  })

  it.each([
    ...['amount; drop table x', 'amount -- x', 'amount /* x */', '1) from secrets --', '(amount', 'amount)', 'amount, id', ' ', 'amount +'],
    ...['(select max(x) from secrets)', 'exists (select 1)', 'sum(amount)', 'row_number() over (order by id)', 'cast(amount as secret)'],
    ...["pg_read_file('/etc/passwd')", "query_to_xml('select 1', true, true, '')", "'open", String.raw`'\''`, 'extract(amount from id)'],
    ...['other.amount', 'amount id', 'amount # x', '$$x$$', 'a[1]', '@x', '{{ env_var("X") }}', '{% if x %}', '{CUBE}.x', '`x`', '1 union'],
    ...['case when 1 then 2', 'amount::text::', 'cast(amount)x', '()', 'amount at time zone x', '1.2.3'],
    ...['('.repeat(5000), 'x'.repeat(20_000)],
    ['$', '{process.exit()}'].join(''),
  ])('%s is not', (expr) => {
    expect(sqlOf(expr)).toBeNull()
  })

  it('quotes as the warehouse does', () => {
    expect(sqlOf('`Order Total` + 1', { warehouse: 'bigquery' })).toBe(String.raw`({CUBE}.\u0060Order Total\u0060 + 1)`)
    expect(sqlOf('"x" + 1', { warehouse: 'bigquery' })).toBeNull()
  })
})

describe('filters', () => {
  it.each([
    ["{{ Dimension('a__amount') }} > 1", '{CUBE}.amount > 1'],
    [
      "{{Dimension( \"a__size\" )}} = 'l' and {{ Entity('a') }} is not null",
      "(case when {CUBE}.amount > 1 then 'l' end) = 'l' and {CUBE}.id is not null",
    ],
  ])('%s is taken over', (template, sql) => {
    expect(filterOf(template)).toMatchObject({ isUsed: true, sql })
  })

  it.each([
    ...["{{ Dimension('b__amount') }} > 1", "{{ Dimension('a__b__amount') }} > 1", "{{ Dimension('a__gone') }} > 1"],
    ...["{{ Dimension('a__amount').grain('day') }} > 1", "{{ TimeDimension('a__created_at', 'day') }} > '2026-01-01'"],
    ...["{{ Metric('m', ['a']) }} > 1", "{{ env_var('SECRET') }} = 'x'", "{{ Dimension('a__amount') }}; drop table x"],
    ...['{% for x in y %} 1 {% endfor %}', '{{ {{ }} }}', 'amount > 1', '1 = 1 -- {{', ''],
  ])('%s is not, and the metric is left out', (template) => {
    expect(filterOf(template)).toMatchObject({ isUsed: false, reason: 'filter_unsupported', member: null })
  })
})

describe('entities', () => {
  const orders = { name: 'orders', columns: { customer_id: {}, shop_id: {} } }
  const customers = { name: 'customers', columns: { customer_id: {} } }
  const layers = (type: string, expr = 'customer_id'): Record<string, Layer> => ({
    orders: {
      entities: [
        { name: 'order', type: 'primary', expr: 'order_id' },
        { name: 'customer', type: 'foreign', expr: 'customer_id' },
      ],
    },
    customers: { entities: [{ name: 'customer', type, expr }] },
  })

  it('that are primary are keys, after constraints and tests; foreign ones join to them', () => {
    const made = converted({ models: [orders, customers], layers: layers('primary') })

    expect(decisionOf(made, 'dbt_orders')).toMatchObject({
      key: { columns: ['order_id'], source: 'entity', isProven: true },
      joins: [{ to: 'dbt_customers', isEmitted: true, evidence: [/^foreign entity customer/, /^primary entity customer/] }],
    })
    const constrained = { name: 'customers', columns: { customer_id: {}, code: { constraints: [{ type: 'primary_key' }] } } }
    expect(decisionOf(converted({ models: [orders, constrained], layers: layers('primary') }), 'dbt_customers').key).toMatchObject({
      columns: ['code'],
      source: 'constraint',
    })
  })

  it.each(['unique', 'natural', 'foreign'])('that are %s give no key and are not joined to', (type) => {
    const made = converted({ models: [orders, customers], layers: layers(type), options: { hasKeysFromNames: false } })

    expect(decisionOf(made, 'dbt_customers').key.columns).toEqual([])
    expect(decisionOf(made, 'dbt_orders').joins).toEqual([])
  })

  it('that are computed are no key', () => {
    const made = converted({
      models: [orders, customers],
      layers: layers('primary', "customer_id || 'x'"),
      options: { hasKeysFromNames: false },
    })

    expect(decisionOf(made, 'dbt_customers').key.columns).toEqual([])
    expect(decided(made, 'entity', 'customer')).toMatchObject({ reason: 'not_a_column' })
  })
})

describe('names', () => {
  it('of columns stay; a metric, a measure or a dimension of the same name is called otherwise', () => {
    const made = converted({
      layers: {
        a: {
          dimensions: [{ name: 'amount', type: 'categorical', expr: 'amount + 1' }],
          measures: [
            { name: 'amount', agg: 'sum', expr: 'amount' },
            { name: 'm', agg: 'sum', expr: 'amount' },
          ],
        },
      },
      metrics: [simple('amount', 'amount', "{{ Dimension('a__amount') }} > 1"), simple('m', 'm')],
    })
    const members = made.report.semantics.map(({ kind, name, member }) => [kind, name, member])

    expect(members).toContainEqual(['dimension', 'amount', 'amount_dimension'])
    expect(members).toContainEqual(['measure', 'amount', 'amount_measure'])
    expect(members).toContainEqual(['metric', 'm', 'm'])
    expect(members).toContainEqual(['measure', 'm', 'm'])
  })

  it('that the engine would read as something else become identifiers, and nothing is written twice', () => {
    const odd = ['class', 'constructor', '__proto__', 'a b', 'a-b', '1st', '../x', 'ünï', "x'; --", '{{ x }}', 'count', '']
    const made = converted({ layers: { a: { measures: odd.map((name) => ({ name, agg: 'sum', expr: 'amount' })) } } })
    const names = [...fileOf(made, 'dbt_a').matchAll(/^ {6}- name: (.*)$/gm)].map(([, name]) => name ?? '')

    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[A-Za-z_]\w*$/.test(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['class_', 'constructor_', 'a_b', 'a_b_measure', '_1st', 'count']))
    expect(made.report.semantics.find(({ name, kind }) => kind === 'measure' && name === '')).toMatchObject({ reason: 'name_taken' })
  })

  it('of measures take the place of those that would be made up', () => {
    const made = converted({ layers: { a: { measures: [{ name: 'total_amount', agg: 'max', expr: 'amount' }] } } })

    expect(decisionOf(made, 'dbt_a').measures).toEqual(['count', 'total_amount'])
    expect(fileOf(made, 'dbt_a')).toMatch(/name: total_amount\n +sql: '\{CUBE\}\.amount'\n +type: max/)
  })
})

describe('metrics', () => {
  const layers = {
    a: {
      measures: [
        { name: 'm', agg: 'sum', expr: 'amount' },
        { name: 'mail', agg: 'max', expr: 'email' },
      ],
    },
  }
  const derived = (name: string, expr: string, ...metrics: (string | Fields)[]): Fields => ({
    name,
    type: 'derived',
    type_params: { expr, metrics: metrics.map((metric) => (typeof metric === 'string' ? { name: metric } : metric)) },
  })
  const reasonOf = (name: string, ...metrics: Fields[]) =>
    decided(converted({ layers, metrics: [simple('m', 'm'), ...metrics] }), 'metric', name)

  it('that go round in circles, or very deep, are left out', () => {
    const chain = Array.from({ length: 500 }, (_, index) => derived(`d${index}`, `d${index + 1} + 1`, `d${index + 1}`))

    expect(reasonOf('x', derived('x', 'y', 'y'), derived('y', 'x', 'x'))).toMatchObject({ reason: 'cyclic' })
    expect(reasonOf('d0', ...chain)).toMatchObject({ isUsed: false })
  })

  it.each<[string, Fields]>([
    ['sql_unsupported', derived('x', 'm + other', 'm')],
    ['sql_unsupported', derived('x', 'm; drop', 'm')],
    ['sql_unsupported', derived('x', '{{ m }}', 'm')],
    ['input_left_out', derived('x', 'gone', 'gone')],
    ['input_left_out', derived('x', '1')],
    ['input_left_out', simple('x', 'gone')],
    ['input_changed', derived('x', 'm', { name: 'm', filter: where('1 = 1') })],
    ['input_changed', derived('x', 'm', { name: 'm', offset_to_grain: 'month' })],
    ['input_changed', { ...derived('x', 'm', 'm'), filter: where('1 = 1') }],
    ['input_left_out', { name: 'x', type: 'ratio', type_params: { numerator: { name: 'm' } } }],
    ['type_unsupported', { name: 'x', type: 'conversion', type_params: {} }],
    ['type_unsupported', { name: 'x' }],
  ])('are left out as %s: %j', (reason, metric) => {
    expect(reasonOf('x', metric)).toMatchObject({ isUsed: false, reason })
  })

  it('that say themselves what is aggregated are taken over', () => {
    const metric = {
      name: 'x',
      type: 'simple',
      type_params: { metric_aggregation_params: { semantic_model: 'a', agg: 'average', expr: 'amount' } },
    }

    expect(fileOf(converted({ layers, metrics: [metric] }), 'dbt_a')).toMatch(/name: x\n +sql: '\{CUBE\}\.amount'\n +type: avg\n/)
  })

  it('of personal data are hidden, and so is what is made of them', () => {
    const made = converted({ layers, metrics: [simple('mail', 'mail'), derived('twice', 'mail', 'mail')] })
    const guarded = converted({
      layers,
      metrics: [simple('mail', 'mail'), derived('twice', 'mail', 'mail')],
      options: { policyStubGroups: ['x'] },
    })

    expect(fileOf(made, 'dbt_a')).toMatch(/name: mail\n.*?public: false\n.*name: twice\n.*?public: false\n/s)
    expect(fileOf(guarded, 'dbt_a')).toMatch(/excludes:\n +- email\n +- mail\n +- twice\n/)
  })
})
