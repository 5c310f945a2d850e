import { memberIn } from '#domains/content/members'
import { type ReportQuery, timeDimensionsIn } from './report-query.ts'
import { isObject, textsIn } from './values.ts'

/** `orders.created_at.month` as the time and its granularity; nothing where it has none. */
export const granularIn = (name: string): { member: string; granularity: string } | undefined => {
  const member = memberIn(name)
  return member === null || member === name ? undefined : { member, granularity: name.slice(member.length + 1) }
}

/** Whether a query groups by a time. */
export const groupsBy = (query: ReportQuery, member: string): boolean =>
  timeDimensionsIn(query).some(({ dimension, granularity }) => dimension === member && Boolean(granularity)) ||
  textsIn(query['dimensions']).some((name) => granularIn(name)?.member === member)

const unique = <T>(list: readonly T[]): T[] => [...new Map(list.map((one) => [JSON.stringify(one), one])).values()]

/** Every granularity of a time replaced, in what is grouped by and in what is ordered by. */
export const withGrain = (query: ReportQuery, member: string, grain: string): ReportQuery => {
  const name = (text: unknown): unknown => (typeof text === 'string' && granularIn(text)?.member === member ? `${member}.${grain}` : text)
  const { dimensions, order } = query
  return {
    ...query,
    ...(Array.isArray(dimensions) ? { dimensions: unique(dimensions.map(name)) } : {}),
    ...(Array.isArray(query['timeDimensions'])
      ? {
          timeDimensions: unique(
            timeDimensionsIn(query).map((time) => (time.dimension === member && time.granularity ? { ...time, granularity: grain } : time)),
          ),
        }
      : {}),
    ...(Array.isArray(order)
      ? { order: order.map((entry: unknown) => (Array.isArray(entry) ? [name(entry[0]), ...(entry.slice(1) as unknown[])] : entry)) }
      : {}),
    ...(isObject(order) ? { order: Object.fromEntries(Object.entries(order).map(([key, way]) => [name(key), way])) } : {}),
  }
}
