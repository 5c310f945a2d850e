// Measured on an engine: planning a query takes about 25 ms, and about 0.8 ms more for each member, filter and order.
const partsPerUnit = 32
const valuesPerUnit = 2500

/** No request counts for more: it would never find room among the slots of one caller. */
export const maxQueryCost = 8

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

type Count = { plans: number; parts: number; values: number }

const countObject = (part: Record<string, unknown>, count: Count): unknown[] => {
  const { values, order, compareDateRange, ...others } = part
  if (Array.isArray(values)) count.values += values.length
  if (isObject(order)) count.parts += Object.keys(order).length
  else if (Array.isArray(order)) count.parts += order.length
  // Each range is planned as a query of its own.
  if (Array.isArray(compareDateRange)) count.plans += Math.max(0, compareDateRange.length - 1)
  return Object.values(others)
}

/** In a loop, since a query may nest deeper than the call stack. */
const countParts = (query: unknown): Count => {
  const count: Count = { plans: Array.isArray(query) ? query.length : 1, parts: 0, values: 0 }
  const waiting = [query]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (Array.isArray(part)) {
      count.parts += part.length
      for (const inner of part as unknown[]) waiting.push(inner)
    } else if (isObject(part)) for (const inner of countObject(part, count)) waiting.push(inner)
  }
  return count
}

/**
 * The time that an engine needs to plan a request, in units of a small query. An estimate: the engine itself refuses what is too large
 * (`query-size.ts` of the engine's program).
 */
export const queryCost = (query: unknown): number => {
  const { plans, parts, values } = countParts(query)
  return Math.min(maxQueryCost, Math.max(1, plans) + Math.floor(parts / partsPerUnit) + Math.floor(values / valuesPerUnit))
}
