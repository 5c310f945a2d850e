import { queryingLimits } from '@facet/contract'
import { cubeOf, mapQuery, memberIn } from '#domains/content/members'
import type { QueryFilter } from './query-filter.ts'
import { isObject, textsIn } from './values.ts'

/** A query of the data API, as a report says it. */
export type ReportQuery = Record<string, unknown>

export type TimeDimension = { dimension: string; granularity?: unknown; dateRange?: unknown }

export const timeDimensionsIn = ({ timeDimensions }: ReportQuery): TimeDimension[] =>
  Array.isArray(timeDimensions)
    ? timeDimensions.filter((one): one is TimeDimension => isObject(one) && typeof one['dimension'] === 'string')
    : []

/** What is ours to say, and no report's. */
const ours = new Set(['cache', 'cacheMode', 'renewQuery', 'responseFormat', 'total', 'maskedMembers'])

/** The query of a report; null where it has none that one request can answer. */
export const reportQueryIn = (text: string | null): ReportQuery | null => {
  if (text === null) return null
  try {
    const query = JSON.parse(text) as unknown
    if (!isObject(query) || timeDimensionsIn(query).some((time) => 'compareDateRange' in time)) return null
    return Object.fromEntries(Object.entries(query).filter(([key]) => !ours.has(key)))
  } catch {
    return null
  }
}

/** The views and cubes that a query reads. */
export const cubesIn = (query: ReportQuery): Set<string> => {
  const cubes = new Set<string>()
  mapQuery(query, ({ member }) => {
    cubes.add(cubeOf(member))
    return member
  })
  return cubes
}

/** The members that a query takes for times. */
export const timesIn = (query: ReportQuery): string[] => [
  ...timeDimensionsIn(query).map(({ dimension }) => dimension),
  ...textsIn(query['dimensions']).flatMap((name) => (memberIn(name) === name ? [] : (memberIn(name) ?? []))),
]

/** A range of days of a time that the query has already is said there: the engine then answers with the days that it means. */
const withRange = (query: ReportQuery, filter: QueryFilter): ReportQuery | null => {
  if (!('operator' in filter) || filter.operator !== 'inDateRange' || !filter.values) return null
  const times = timeDimensionsIn(query)
  const at = times.findIndex(({ dimension, dateRange }) => dimension === filter.member && dateRange === undefined)
  if (at < 0) return null
  const dateRange = filter.values.length === 1 ? filter.values[0] : filter.values
  return { ...query, timeDimensions: times.map((time, index) => (index === at ? { ...time, dateRange } : time)) }
}

/** The members that a query filters by. */
export const filteredIn = ({ filters }: ReportQuery): Set<string> => {
  const members = new Set<string>()
  mapQuery({ filters }, ({ member }) => {
    members.add(member)
    return member
  })
  return members
}

const filtersIn = ({ filters }: ReportQuery): unknown[] => (Array.isArray(filters) ? filters : [])

/** All of what the report filters by, and these. */
export const withFilters = (query: ReportQuery, filters: readonly QueryFilter[]): ReportQuery => {
  let asked = query
  const added: QueryFilter[] = []
  for (const filter of filters) {
    const ranged = withRange(asked, filter)
    if (ranged) asked = ranged
    else added.push(filter)
  }
  return added.length === 0 ? asked : { ...asked, filters: [...filtersIn(query), ...added] }
}

/** The query with the days that the engine took its ranges for. */
export const withResolvedRanges = (query: ReportQuery, answered: unknown): ReportQuery => {
  const resolved = timeDimensionsIn(isObject(answered) ? answered : {})
  return {
    ...query,
    ...(Array.isArray(query['timeDimensions'])
      ? {
          timeDimensions: timeDimensionsIn(query).map((time) => {
            const said =
              time.dateRange === undefined ? undefined : resolved.find(({ dimension }) => dimension === time.dimension)?.dateRange
            return Array.isArray(said) ? { ...time, dateRange: said } : time
          }),
        }
      : {}),
  }
}

export type Limited = {
  query: ReportQuery /** How many rows are shown; the query asks for one more where it may. */
  maxRows: number
  isOwnLimit: boolean
}

/** A report's own limit is what it shows; ours only says how much of it. */
export const withLimit = (query: ReportQuery): Limited => {
  const own = Number.isInteger(query['limit']) ? (query['limit'] as number) : null
  if (own !== null && own >= 0 && own <= queryingLimits.maxRows) return { query: { ...query, limit: own }, maxRows: own, isOwnLimit: true }
  if (own !== null) return { query: { ...query, limit: queryingLimits.maxRows }, maxRows: queryingLimits.maxRows, isOwnLimit: false }
  return { query: { ...query, limit: queryingLimits.rows + 1 }, maxRows: queryingLimits.rows, isOwnLimit: false }
}
