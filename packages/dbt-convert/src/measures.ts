import type { Column } from './columns.ts'

export type Measure = { name: string; type: 'count' | 'sum'; column: Column | null }

const summable = /amount|price|cost|total|value/i

/** Identifiers may be numbers, and their sum means nothing. What is hidden is not shown as a sum either. */
const isIdentifier = (name: string): boolean => /(^|_)(id|key|sk)$/i.test(name)

/**
 * A count of rows, and a sum of each column that holds money or the like. Measures and dimensions share their names: where a column is
 * called like a measure would be, the measure is called otherwise.
 */
export const decideMeasures = (columns: Column[], keys: Set<string>): Measure[] => {
  const taken = new Set(columns.map(({ dimension }) => dimension))
  const free = (...names: string[]): string | undefined => {
    const name = names.find((candidate) => !taken.has(candidate))
    if (name !== undefined) taken.add(name)
    return name
  }
  const isSum = ({ name, type, dimension, meta }: Column): boolean =>
    type === 'number' &&
    dimension !== null &&
    summable.test(name) &&
    !isIdentifier(name) &&
    !keys.has(name) &&
    !meta.isPii &&
    meta.isPublic !== false
  const sums = columns.filter(isSum)
  const count = free('count', 'count_of_rows')
  return [
    ...(count === undefined ? [] : [{ name: count, type: 'count' as const, column: null }]),
    ...sums.flatMap((column) => {
      const name = free(`total_${column.dimension}`, `total_${column.dimension}_sum`)
      return name === undefined ? [] : [{ name, type: 'sum' as const, column }]
    }),
  ]
}
