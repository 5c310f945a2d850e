/** A member of a query as the engine's normalised query has it: its name, or an expression of the SQL API. */
export type Member = string | { name?: string; expressionName?: string }

export type TimeDimension = { dimension: string; granularity?: string | null; dateRange?: string[] | string | null }

export type NormalizedQuery = {
  measures?: Member[]
  dimensions?: Member[]
  timeDimensions?: TimeDimension[]
  [key: string]: unknown
}

export type QueryType = 'regularQuery' | 'compareDateRangeQuery' | 'blendingQuery'

/** What the engine hands over beside the rows, to turn columns of the warehouse into members. */
export type TransformRequest = {
  aliasToMemberNameMap: Record<string, string>
  annotation: Record<string, { type?: string } | undefined>
  query: NormalizedQuery
  queryType?: QueryType
  resType?: 'default' | 'compact' | 'columnar'
}

/** Rows as the engine serialises them: a column after another. */
export type Columnar = { members: string[]; columns: unknown[][] }

export const nameOf = (member: Member): string | undefined => (typeof member === 'string' ? member : (member.name ?? member.expressionName))
