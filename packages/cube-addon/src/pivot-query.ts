import { type Member, nameOf, type NormalizedQuery, type QueryType } from './transform.ts'

const merged = (queries: readonly NormalizedQuery[], key: 'measures' | 'dimensions'): Member[] => [
  ...new Map(queries.flatMap((query) => query[key] ?? []).map((member) => [nameOf(member), member])).values(),
]

/** How a client is to lay out the results of a request: as the first query says, or as all of them together do. */
export const pivotQueryOf = (queryType: QueryType, queries: readonly NormalizedQuery[]): NormalizedQuery => {
  const [first] = queries
  if (!first) throw new Error('A request has at least one query.')
  if (queryType === 'compareDateRangeQuery') return { ...first, dimensions: ['compareDateRange', ...(first.dimensions ?? [])], queryType }
  if (queryType === 'regularQuery') return { ...first, queryType }
  const granularity = queries.map((query) => query.timeDimensions?.[0]?.granularity).find((each) => each !== undefined && each !== null)
  return {
    ...first,
    measures: merged(queries, 'measures'),
    dimensions: merged(queries, 'dimensions'),
    timeDimensions: granularity ? [{ dimension: 'time', granularity }] : (first.timeDimensions ?? []),
    queryType,
  }
}
