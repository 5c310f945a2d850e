import type { Random } from '../../input/fuzz/random.ts'
import type { CubeShape } from './cubes.ts'
import { kinds, regions, tenantNames } from './warehouse.ts'

export type Filter = { member: string; operator: string; values: string[] } | { or: Filter[] }

export type Query = {
  shape: CubeShape
  dimensions: string[]
  measures: string[]
  filters: Filter[]
  granularity: 'day' | 'month' | null
  limit: number | null
  isUngrouped: boolean
}

const some = <T>(random: Random, from: readonly T[], atMost: number): T[] => {
  const left = [...from]
  return Array.from({ length: Math.min(random.whole(atMost + 1), from.length) }, () => left.splice(random.whole(left.length), 1)[0] as T)
}

const own = (shape: CubeShape, names: readonly string[]): string[] => names.map((name) => `${shape.name}.${name}`)

/** Filters, most of which select rows of other tenants. */
const filterOf = (random: Random, shape: CubeShape): Filter => {
  const tenant = `${shape.name}.tenant`
  const others = (): string[] => [random.pick(tenantNames), random.pick(tenantNames)]
  const choices: (() => Filter)[] = [
    () => ({
      or: [
        { member: tenant, operator: 'equals', values: others() },
        { member: tenant, operator: 'notEquals', values: others() },
      ],
    }),
    () => ({ member: tenant, operator: 'notEquals', values: ['tenant-0'] }),
    () => ({ member: tenant, operator: 'contains', values: ['tenant'] }),
    () => ({ member: tenant, operator: 'equals', values: [...tenantNames] }),
    () => ({ member: `${shape.name}.level`, operator: 'gte', values: ['0'] }),
    () => ({ member: `${shape.name}.level`, operator: 'equals', values: [String(random.whole(3))] }),
    () => ({ member: `${shape.name}.count`, operator: 'gt', values: ['0'] }),
  ]
  if ('kind' in shape.dimensions)
    choices.push(() => ({
      or: [
        { member: `${shape.name}.kind`, operator: 'equals', values: [random.pick(kinds)] },
        { member: tenant, operator: 'equals', values: others() },
      ],
    }))
  if ('region' in shape.dimensions)
    choices.push(() => ({ member: `${shape.name}.region`, operator: 'equals', values: [random.pick(regions)] }))
  return random.pick(choices)()
}

export const randomQuery = (random: Random, shape: CubeShape): Query => {
  const chosen = some(random, [...own(shape, Object.keys(shape.dimensions)), ...Object.keys(shape.joined)], 3)
  const isUngrouped = random.whole(10) === 0
  // Without a dimension of its own the engine would query the joined cube instead.
  const isOwn = chosen.some((name) => name.startsWith(`${shape.name}.`))
  const dimensions = isUngrouped && !isOwn ? [...own(shape, [random.pick(Object.keys(shape.dimensions))]), ...chosen] : chosen
  const names = Object.keys(shape.measures)
  // Marks tell most, so most queries have them; the others are held to the rows that the oracle finds.
  const measures = isUngrouped ? [] : own(shape, [...new Set([...(random.whole(4) > 0 ? ['mark'] : []), ...some(random, names, 3)])])
  const isEmpty = dimensions.length + measures.length === 0
  const granularity = shape.time !== null && !isUngrouped && random.whole(4) === 0 ? random.pick(['day', 'month'] as const) : null
  const filters = Array.from({ length: random.whole(3) }, () => filterOf(random, shape))
  return {
    shape,
    dimensions,
    measures: isEmpty ? own(shape, ['count', 'mark']) : measures,
    filters: isUngrouped ? filters.filter((filter) => 'or' in filter || !filter.member.endsWith('.count')) : filters,
    granularity,
    limit: dimensions.length > 0 && granularity === null && !isUngrouped && random.whole(4) === 0 ? 1 + random.whole(5) : null,
    isUngrouped,
  }
}

const timeOf = ({ shape }: Query): string => `${shape.name}.${shape.time?.split('.')[1] ?? ''}`

/** The key of the time column in a row, or null. */
export const timeKeyOf = (query: Query): string | null => (query.granularity === null ? null : `${timeOf(query)}.${query.granularity}`)

/** The query for the data API. Limited queries are ordered and counted. */
export const queryBody = (query: Query): Record<string, unknown> => ({
  dimensions: query.dimensions,
  measures: query.measures,
  filters: query.filters,
  timezone: 'UTC',
  ...(query.granularity === null ? {} : { timeDimensions: [{ dimension: timeOf(query), granularity: query.granularity }] }),
  ...(query.limit === null ? {} : { limit: query.limit, total: true, order: query.dimensions.map((name) => [name, 'asc']) }),
  ...(query.isUngrouped ? { ungrouped: true } : {}),
})
