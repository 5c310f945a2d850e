import { JsonObject, OneOf, schema, type TSchema, Type } from './schema.ts'

const text = Type.Optional(Type.String())
const list = <T extends TSchema>(item: T) => Type.Optional(Type.Array(item))

export const V1CacheMode = OneOf('V1CacheMode', ['stale-if-slow', 'stale-while-revalidate', 'must-revalidate', 'no-cache'])

const TimeDimension = schema('V1LoadRequestQueryTimeDimension', {
  dimension: Type.String(),
  granularity: text,
  dateRange: Type.Optional(Type.Unknown({ description: 'One or two dates, or words such as `last week`.' })),
})

const FilterItem = Type.Union([
  schema('V1LoadRequestQueryFilterBase', { member: text, operator: text, values: list(Type.Unknown()) }),
  schema('V1LoadRequestQueryFilterLogicalOr', { or: list(JsonObject) }),
  schema('V1LoadRequestQueryFilterLogicalAnd', { and: list(JsonObject) }),
])

const JoinSubquery = schema('V1LoadRequestQueryJoinSubquery', {
  sql: Type.String(),
  on: Type.String(),
  joinType: Type.String(),
  alias: Type.String(),
})

export const V1Query = schema('V1LoadRequestQuery', {
  measures: list(Type.String()),
  dimensions: list(Type.String()),
  segments: list(Type.String()),
  timeDimensions: list(TimeDimension),
  order: Type.Optional(Type.Union([Type.Array(Type.Array(Type.String())), JsonObject])),
  limit: Type.Optional(Type.Integer()),
  offset: Type.Optional(Type.Integer()),
  filters: list(FilterItem),
  ungrouped: Type.Optional(Type.Boolean()),
  total: Type.Optional(Type.Boolean()),
  subqueryJoins: list(JoinSubquery),
  joinHints: list(Type.Array(Type.String())),
  timezone: text,
  responseFormat: Type.Optional(OneOf('V1ResponseFormat', ['default', 'compact', 'columnar'])),
})

export const V1LoadRequest = schema('V1LoadRequest', {
  queryType: text,
  cache: Type.Optional(V1CacheMode),
  query: Type.Optional(Type.Union([V1Query, Type.Array(V1Query)])),
})

/** Of a GET: the query is JSON, in the address. */
export const V1QueryParameters = Type.Object({
  query: Type.Optional(Type.String({ description: 'A query, or several as a list, as JSON.' })),
  queryType: text,
  cache: Type.Optional(V1CacheMode),
})

const LoadResult = schema('V1LoadResult', {
  dataSource: text,
  annotation: schema('V1LoadResultAnnotation', {
    measures: JsonObject,
    dimensions: JsonObject,
    segments: JsonObject,
    timeDimensions: JsonObject,
  }),
  data: Type.Union([
    Type.Array(JsonObject, { title: 'V1LoadResultDataRow' }),
    schema('V1LoadResultDataCompact', { members: Type.Array(Type.String()), dataset: Type.Array(Type.Array(Type.Unknown())) }),
    schema('V1LoadResultDataColumnar', { members: Type.Array(Type.String()), columns: Type.Array(Type.Array(Type.Unknown())) }),
  ]),
  refreshKeyValues: list(JsonObject),
  lastRefreshTime: text,
})

export const V1LoadResponse = schema('V1LoadResponse', {
  pivotQuery: Type.Optional(JsonObject),
  slowQuery: Type.Optional(Type.Boolean()),
  queryType: text,
  results: Type.Array(LoadResult),
})

export const V1DryRunResponse = schema('V1DryRunResponse', {
  queryType: Type.String(),
  normalizedQueries: Type.Array(JsonObject),
  queryOrder: list(JsonObject),
  transformedQueries: list(JsonObject),
  pivotQuery: Type.Optional(JsonObject),
})

export const V1SqlResponse = schema('V1SqlResponse', {
  sql: Type.Unknown({ description: 'The statement with its parameters; for several queries, one of each.' }),
})

export const V1CubeSqlRequest = schema('V1CubeSqlRequest', { query: Type.String(), timezone: text, cache: Type.Optional(V1CacheMode) })

export const V1CubeSqlLine = schema(
  'V1CubeSqlLine',
  {
    schema: list(schema('V1CubeSqlColumn', { name: text, column_type: text })),
    lastRefreshTime: text,
    data: list(Type.Array(Type.Unknown())),
  },
  { description: 'One object a line: first the columns, then rows, some at a time.' },
)

export const V1Error = schema('V1Error', {
  error: Type.String({ description: '`Continue wait`, with status 200, says that the query runs on: send it again.' }),
  type: text,
  code: Type.Optional(Type.String({ description: 'Stable; branch on this.' })),
  requestId: Type.Optional(Type.String({ description: 'Also in the x-request-id header and in the log.' })),
})
