import type { Column } from './columns.ts'
import type { DimensionType } from './column-types.ts'
import type { Draft } from './joins.ts'
import { LeftOut } from './left-out.ts'
import type { MetaSettings } from './meta.ts'
import { memberIdentifier } from './names.ts'
import { enclosed, rowSql, type SemanticPlace } from './semantic-sql.ts'
import type { DbtDimension, DbtMeasure } from './semantics.ts'
import type { SqlPiece } from './sql-expression.ts'

/** A dimension or measure that something of the semantic layer became. */
export type SemanticMember = {
  name: string
  title: string | null
  description: string | null
  sql: string | null
  type: DimensionType | 'count' | 'sum' | 'avg' | 'min' | 'max' | 'count_distinct'
  filters: string[]
  meta: MetaSettings
  isPii: boolean
}

export type CubeMembers = { dimensions: SemanticMember[]; measures: SemanticMember[] }

/** One cube on its way: what it has, and which names are taken. */
export type Workplace = { draft: Draft; columns: Column[]; taken: Set<string>; members: CubeMembers }

export const openWorkplace = (draft: Draft, columns: Column[]): Workplace => ({
  draft,
  columns,
  taken: new Set(columns.flatMap(({ dimension }) => (dimension === null ? [] : [dimension]))),
  members: { dimensions: [], measures: [] },
})

/** A name that nothing in the cube has. Columns come first: by their names people query already. */
export const takeName = ({ taken, draft: { cube } }: Workplace, wanted: string, kind: 'dimension' | 'metric' | 'measure'): string => {
  const bare = memberIdentifier(wanted)
  const name = [bare, `${bare}_${kind}`].find((candidate) => !taken.has(candidate))
  if (bare === '' || name === undefined)
    throw new LeftOut('name_taken', `${cube} already has members called ${JSON.stringify(bare)} and ${JSON.stringify(`${bare}_${kind}`)}.`)
  taken.add(name)
  return name
}

export type Aggregate = Pick<SemanticMember, 'sql' | 'type' | 'isPii'>

export const memberOf = (
  name: string,
  { label, description, meta }: Pick<DbtDimension, 'label' | 'description' | 'meta'>,
  aggregate: Aggregate,
  filters: string[] = [],
): SemanticMember => ({
  name,
  title: meta.title ?? label,
  description,
  filters,
  meta,
  ...aggregate,
  isPii: aggregate.isPii || meta.isPii,
})

const aggregates = new Map<string, (sql: string) => Pick<SemanticMember, 'sql' | 'type'>>([
  ['sum', (sql) => ({ sql, type: 'sum' })],
  ['average', (sql) => ({ sql, type: 'avg' })],
  ['min', (sql) => ({ sql, type: 'min' })],
  ['max', (sql) => ({ sql, type: 'max' })],
  ['count_distinct', (sql) => ({ sql, type: 'count_distinct' })],
  // Where a join multiplies rows, the engine counts different values of an expression; a sum is of rows there too.
  [
    'count',
    (sql) => (sql === '(1)' ? { sql: null, type: 'count' } : { sql: `case when ${sql} is not null then 1 else 0 end`, type: 'sum' }),
  ],
  ['sum_boolean', (sql) => ({ sql: `case when ${sql} then 1 else 0 end`, type: 'sum' })],
])

/** Numbers that say how many there are show nothing of what is counted. */
const isCounting = (agg: string): boolean => agg === 'count' || agg === 'count_distinct'

/** What a measure of dbt aggregates, as the engine says it. */
export const aggregateOf = (place: SemanticPlace, { agg, expr, name, isNonAdditive }: DbtMeasure): Aggregate => {
  const aggregate = aggregates.get(agg)
  if (!aggregate)
    throw new LeftOut(
      'aggregation_unsupported',
      `It aggregates by ${JSON.stringify(agg.slice(0, 40))}; taken over are ${[...aggregates.keys()].join(', ')}.`,
    )
  if (isNonAdditive)
    throw new LeftOut(
      'aggregation_unsupported',
      'It does not add up over one of its dimensions (non_additive_dimension), which no measure here can say.',
    )
  const piece: SqlPiece = enclosed(rowSql(place, expr ?? name))
  return { ...aggregate(piece.sql), isPii: piece.isPii && !isCounting(agg) }
}
