import type { CubeShape } from './cubes.ts'
import { type Filter, type Query, timeKeyOf } from './queries.ts'
import { levelCount, placeOf, tenantNames, type Warehouse } from './warehouse.ts'

/** The rows that a session may see. */
export type Rights = { tenant: number; level: number; isAuditor: boolean }

export type Row = Record<string, string | null>
export type Expected = { rows: Row[]; total: number }

export const nameOfTenant = ({ tenant }: Rights): string => tenantNames[tenant] ?? ''

const levelOf = ({ level, isAuditor }: Rights): number => (isAuditor ? levelCount - 1 : level)

/** The places whose marks may occur in a response. */
export const placesOf = (rights: Rights): Set<number> =>
  new Set(Array.from({ length: levelOf(rights) + 1 }, (_, level) => placeOf(rights.tenant, level)))

const columnOf = (shape: CubeShape, member: string): string => {
  const own = member.startsWith(`${shape.name}.`) ? member.slice(shape.name.length + 1) : ''
  const column = shape.dimensions[own] ?? shape.measures[own] ?? shape.joined[member]
  if (column === undefined) throw new Error(`The oracle knows no ${member}.`)
  return column
}

const comparisons: Record<string, (column: string, value: string) => string> = {
  equals: (column, value) => `(${column})::text = any(${value})`,
  notEquals: (column, value) => `(${column})::text <> all(${value})`,
  contains: (column, value) => `(${column})::text ilike '%' || (${value})[1] || '%'`,
  gt: (column, value) => `(${column}) > (${value})[1]::numeric`,
  gte: (column, value) => `(${column}) >= (${value})[1]::numeric`,
}

/** Answers a query with plain SQL on the tables, independent of the engine and the data model. */
export const askOracle = async (warehouse: Warehouse, query: Query, rights: Rights): Promise<Expected> => {
  const { shape } = query
  const values: unknown[] = [nameOfTenant(rights), levelOf(rights)]
  const conditionOf = (filter: Filter): string => {
    if ('or' in filter) return `(${filter.or.map(conditionOf).join(' or ')})`
    values.push(filter.values)
    const compare = comparisons[filter.operator]
    if (!compare) throw new Error(`The oracle knows no ${filter.operator}.`)
    return compare(columnOf(shape, filter.member), `$${values.length}::text[]`)
  }
  const isOfMeasure = (filter: Filter): boolean => !('or' in filter) && filter.member.endsWith('.count')
  const table = shape.table.split(' ')[1] ?? ''
  const where = [`${table}.tenant = $1`, `${table}.level <= $2`, ...query.filters.filter((one) => !isOfMeasure(one)).map(conditionOf)]
  const having = query.filters.filter(isOfMeasure).map(conditionOf)

  const timeKey = timeKeyOf(query)
  const time = timeKey === null ? [] : [{ name: timeKey, sql: `date_trunc('${query.granularity}', ${shape.time} at time zone 'UTC')` }]
  const groups = [...query.dimensions.map((name) => ({ name, sql: columnOf(shape, name) })), ...time]
  const measures = query.measures.map((name) => ({ name, sql: columnOf(shape, name) }))
  const textOf = ({ name, sql }: { name: string; sql: string }): string =>
    name === timeKey ? `to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as "${name}"` : `(${sql})::text as "${name}"`
  const grouped = query.isUngrouped || groups.length === 0 ? '' : `group by ${groups.map(({ sql }) => sql).join(', ')}`
  const ordered = query.limit === null ? '' : `order by ${groups.map(({ sql }) => sql).join(', ')}`
  const text = `select ${[...groups, ...measures].map(textOf).join(', ')} from ${shape.table} ${shape.joins} where ${where.join(' and ')} ${grouped}
    ${having.length > 0 ? `having ${having.join(' and ')}` : ''} ${ordered}`
  const rows = await warehouse.query<Row>(text, values)
  return { rows: query.limit === null ? rows : rows.slice(0, query.limit), total: rows.length }
}
