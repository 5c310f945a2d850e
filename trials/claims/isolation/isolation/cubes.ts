/** A cube as the oracle queries its table, independent of the data model. */
export type CubeShape = {
  name: string
  table: string
  dimensions: Record<string, string>
  measures: Record<string, string>
  /** Dimensions of joined cubes, by their full name in a query. */
  joined: Record<string, string>
  joins: string
  time: string | null
}

const measures = (alias: string): Record<string, string> => ({
  count: 'count(*)',
  mark: `sum(${alias}.mark)`,
  tenants: `count(distinct ${alias}.tenant)`,
  last_label: `max(${alias}.label)`,
})

const accounts: CubeShape = {
  name: 'accounts',
  table: 'trial.accounts accounts',
  dimensions: { tenant: 'accounts.tenant', level: 'accounts.level', label: 'accounts.label', region: 'accounts.region' },
  measures: measures('accounts'),
  joined: {},
  joins: '',
  time: null,
}

const events: CubeShape = {
  name: 'events',
  table: 'trial.events events',
  dimensions: { tenant: 'events.tenant', level: 'events.level', label: 'events.label', kind: 'events.kind' },
  measures: { ...measures('events'), amount: 'sum(events.amount)', average_amount: 'avg(events.amount)' },
  joined: { 'accounts.region': 'accounts.region', 'accounts.label': 'accounts.label' },
  joins: 'left join trial.accounts accounts on accounts.id = events.account_id',
  time: 'events.happened_at',
}

const { last_label: _, ...itemMeasures } = measures('items')

const items: CubeShape = {
  name: 'items',
  table: 'trial.items items',
  dimensions: { tenant: 'items.tenant', level: 'items.level', sku: 'items.sku' },
  measures: { ...itemMeasures, quantity: 'sum(items.quantity)' },
  joined: { 'events.kind': 'events.kind', 'accounts.region': 'accounts.region' },
  joins: 'left join trial.events events on events.id = items.event_id left join trial.accounts accounts on accounts.id = events.account_id',
  time: null,
}

const overview: CubeShape = {
  name: 'overview',
  table: events.table,
  dimensions: { ...events.dimensions, accounts_region: 'accounts.region', accounts_label: 'accounts.label' },
  measures: events.measures,
  joined: {},
  joins: events.joins,
  time: events.time,
}

/** Every cube and view of the data model. */
export const cubeShapes: readonly CubeShape[] = [accounts, events, items, overview]
