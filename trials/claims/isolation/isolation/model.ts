/** The model of the trial, and one of cubes with holes. Rows are told by the attributes `tenant` and `level`, and by two groups. */
export const readers = 'trial-readers'
export const auditors = 'trial-auditors'

export type ModelFile = { path: string; content: string }

const attribute = (name: string): string => `"{ securityContext.cubeCloud.userAttributes.${name} }"`
const filter = (member: string, operator: string, value: string): string =>
  `{ member: ${member}, operator: ${operator}, values: [${value}] }`
const ofTenant = filter('tenant', 'equals', attribute('tenant'))
const ofLevel = filter('level', 'lte', attribute('level'))

const policy = (group: string, filters: string[] | 'all' | null): string => {
  const rows = filters === 'all' ? ', row_level: { allow_all: true }' : `, row_level: { filters: [${(filters ?? []).join(', ')}] }`
  return `      - { group: "${group}"${filters === null ? ', member_level: { includes: "*" }' : rows} }`
}

const bothPolicies = (forReaders: string[] | 'all' | null, forAuditors: string[] | 'all' | null): string =>
  [policy(readers, forReaders), policy(auditors, forAuditors)].join('\n')

/** Readers see their tenant's rows up to their level, auditors all of their tenant's. */
const rightPolicies = bothPolicies([ofTenant, ofLevel], [ofTenant])

type Parts = { name: string; table: string; columns: string[]; measures: string[]; joins?: string[]; policies?: string }

const typeOf = (column: string): string => ({ id: 'number', level: 'number', happened_at: 'time' })[column] ?? 'string'

const cube = ({ name, table, columns, measures, joins = [], policies = rightPolicies }: Parts): string => `  - name: ${name}
    sql_table: trial.${table}
    refresh_key: { every: 1 hour }
    joins:${joins.length === 0 ? ' []' : joins.map((join) => `\n      - { ${join}, relationship: many_to_one }`).join('')}
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
${columns.map((column) => `      - { name: ${column}, sql: "{CUBE}.${column}", type: ${typeOf(column)} }`).join('\n')}
    measures:
      - { name: count, type: count }
      - { name: tenants, sql: "{CUBE}.tenant", type: count_distinct }
${measures.map((measure) => `      - { ${measure} }`).join('\n')}
    access_policy:
${policies}
`

const markMeasure = 'name: mark, sql: "{CUBE}.mark", type: sum'
const label = 'name: last_label, sql: "{CUBE}.label", type: max'
const eventColumns = ['tenant', 'level', 'label', 'kind', 'happened_at']
const eventMeasures = [
  markMeasure,
  label,
  'name: amount, sql: "{CUBE}.amount", type: sum',
  'name: average_amount, sql: "{CUBE}.amount", type: avg',
]

const accounts: Parts = {
  name: 'accounts',
  table: 'accounts',
  columns: ['tenant', 'level', 'label', 'region'],
  measures: [markMeasure, label],
}
const toAccounts = 'name: accounts, sql: "{CUBE}.account_id = {accounts.id}"'

const cubes: Parts[] = [
  accounts,
  { name: 'events', table: 'events', columns: eventColumns, measures: eventMeasures, joins: [toAccounts] },
  {
    name: 'items',
    table: 'items',
    columns: ['tenant', 'level', 'sku'],
    measures: [markMeasure, 'name: quantity, sql: "{CUBE}.quantity", type: sum'],
    joins: ['name: events, sql: "{CUBE}.event_id = {events.id}"'],
  },
]

const view = (name: string, root: string, paths: string, policies = bothPolicies(null, null)): string => `views:
  - name: ${name}
    cubes:
      - join_path: ${root}
        includes: [tenant, level, label, kind, happened_at, count, mark, tenants, last_label, amount, average_amount]
${paths}    access_policy:
${policies}
`

const accountsPath = (path: string): string => `      - { join_path: ${path}, prefix: true, includes: [region, label] }\n`

const cubesFile = (all: Parts[]): ModelFile => ({ path: 'model/cubes.yml', content: `cubes:\n${all.map(cube).join('\n')}` })

export const rightModel = (): ModelFile[] => [
  cubesFile(cubes),
  {
    path: 'model/overview.yml',
    // Rows of its own too: the engine filters only those cubes of which a member is asked for, so whoever asks this view for nothing but
    // regions would be given one for each event, hidden ones as well.
    content: view('overview', 'events', accountsPath('events.accounts'), rightPolicies),
  },
]

const holed = (name: string, policies: string, change: Partial<Parts> = {}): Parts => ({
  name,
  table: 'events',
  columns: eventColumns,
  measures: eventMeasures,
  policies,
  ...change,
})

/** What each cube or view of the other model does wrong, by its name. */
export const modelHoles: Record<string, { what: string; cubes: Parts[] }> = {
  unfiltered: {
    what: 'a policy that says which members and forgets which rows',
    cubes: [holed('unfiltered', bothPolicies(null, null))],
  },
  wrong_attribute: {
    what: 'a filter on another attribute, which names another tenant',
    cubes: [holed('wrong_attribute', bothPolicies([filter('tenant', 'equals', attribute('home'))], [ofTenant]))],
  },
  ored_open: {
    what: 'a filter with an alternative that everybody fulfils',
    cubes: [holed('ored_open', bothPolicies([`{ or: [${ofTenant}, ${filter('kind', 'equals', '"visit"')}] }`, ofLevel], [ofTenant]))],
  },
  everyone: {
    what: 'a policy for everyone beside the right ones',
    cubes: [holed('everyone', `${rightPolicies}\n${policy('*', 'all')}`)],
  },
  prefixed: {
    what: 'a filter that compares the beginning of a name',
    cubes: [holed('prefixed', bothPolicies([filter('tenant', 'startsWith', attribute('tenant')), ofLevel], [ofTenant]))],
  },
  level_forgotten: {
    what: 'a filter by tenant alone, where levels of the tenant are kept apart',
    cubes: [holed('level_forgotten', bothPolicies([ofTenant], [ofTenant]))],
  },
  subselect: {
    what: 'a measure whose SQL reads the table again, past the filter',
    cubes: [
      holed('subselect', rightPolicies, {
        measures: ['name: mark, sql: "(select sum(mark) from trial.events)", type: number', ...eventMeasures.slice(1)],
      }),
    ],
  },
  through_view: {
    what: 'a view with a policy of its own over a cube whose rows are open',
    cubes: [holed('open_events', bothPolicies('all', 'all'))],
  },
  uncounted_view: {
    what: 'a view without rows of its own, whose hidden rows are counted by the members of a cube they are joined to',
    cubes: [
      { ...accounts, name: 'kept_accounts' },
      holed('kept_events', rightPolicies, { joins: ['name: kept_accounts, sql: "{CUBE}.account_id = {kept_accounts.id}"'] }),
    ],
  },
  loose_join: {
    what: 'a join that is not by the key, to a cube whose rows are open',
    cubes: [
      { ...accounts, name: 'open_accounts', policies: bothPolicies('all', 'all') },
      holed('loose_join', rightPolicies, { joins: ['name: open_accounts, sql: "{CUBE}.level = {open_accounts.level}"'] }),
    ],
  },
}

export const holedModel = (): ModelFile[] => [
  cubesFile(Object.values(modelHoles).flatMap((hole) => hole.cubes)),
  { path: 'model/through_view.yml', content: view('through_view', 'open_events', '') },
  { path: 'model/uncounted_view.yml', content: view('uncounted_view', 'kept_events', accountsPath('kept_events.kept_accounts')) },
]
