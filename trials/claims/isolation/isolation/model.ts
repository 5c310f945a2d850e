/** The groups of the trial's access policies. */
export const readers = 'trial-readers'
export const auditors = 'trial-auditors'

export type ModelFile = { path: string; content: string }

const ofTenant = '{ member: tenant, operator: equals, values: ["{ securityContext.cubeCloud.userAttributes.tenant }"] }'
const ofLevel = '{ member: level, operator: lte, values: ["{ securityContext.cubeCloud.userAttributes.level }"] }'

/** Readers see the rows of their tenant up to their level, auditors all rows of their tenant. */
const policies = `      - { group: "${readers}", row_level: { filters: [${ofTenant}, ${ofLevel}] } }
      - { group: "${auditors}", row_level: { filters: [${ofTenant}] } }`

type Parts = { name: string; table: string; columns: string[]; measures: string[]; joins?: string[] }

const typeOf = (column: string): string => ({ id: 'number', level: 'number', happened_at: 'time' })[column] ?? 'string'

const cube = ({ name, table, columns, measures, joins = [] }: Parts): string => `  - name: ${name}
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

const cubes: Parts[] = [
  { name: 'accounts', table: 'accounts', columns: ['tenant', 'level', 'label', 'region'], measures: [markMeasure, label] },
  {
    name: 'events',
    table: 'events',
    columns: ['tenant', 'level', 'label', 'kind', 'happened_at'],
    measures: [
      ...[markMeasure, label],
      'name: amount, sql: "{CUBE}.amount", type: sum',
      'name: average_amount, sql: "{CUBE}.amount", type: avg',
    ],
    joins: ['name: accounts, sql: "{CUBE}.account_id = {accounts.id}"'],
  },
  {
    name: 'items',
    table: 'items',
    columns: ['tenant', 'level', 'sku'],
    measures: [markMeasure, 'name: quantity, sql: "{CUBE}.quantity", type: sum'],
    joins: ['name: events, sql: "{CUBE}.event_id = {events.id}"'],
  },
]

// The view has row policies of its own. The engine filters only cubes of which a member is requested, so a query for nothing but regions
// would otherwise return one row for each event, hidden events included.
const view = `views:
  - name: overview
    cubes:
      - join_path: events
        includes: [tenant, level, label, kind, happened_at, count, mark, tenants, last_label, amount, average_amount]
      - { join_path: events.accounts, prefix: true, includes: [region, label] }
    access_policy:
${policies}
`

/** The data model of the trial. Its policies filter by the user attributes `tenant` and `level`. */
export const modelFiles = (): ModelFile[] => [
  { path: 'model/cubes.yml', content: `cubes:\n${cubes.map(cube).join('\n')}` },
  { path: 'model/overview.yml', content: view },
]
