import { isPatternOperator, queryLimits } from './limits.ts'

/** Lists are objects too. */
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

type Size = { parts: number; values: number; patterns: number }

const isPair = (entry: unknown): boolean => Array.isArray(entry) && entry.length === 2 && !entry.some(isObject)
/** An order is an object, by member, or a list of members, each with its direction. */
const isListOfPairs = (order: unknown): order is unknown[] => Array.isArray(order) && order.every(isPair)
const ordersIn = (order: unknown): number => {
  if (isListOfPairs(order)) return order.length
  return isObject(order) && !Array.isArray(order) ? Object.keys(order).length : 0
}

const sizeOf = (part: Record<string, unknown>): Size => {
  const { order, values, operator } = part
  const count = Array.isArray(values) ? values.length : 0
  return {
    parts: ordersIn(order),
    values: count,
    patterns: typeof operator === 'string' && isPatternOperator(operator) ? count : 0,
  }
}

const innerOf = (part: Record<string, unknown>): unknown[] =>
  Object.entries(part).flatMap(([key, inner]) =>
    key === 'values' || (key === 'order' && isListOfPairs(inner)) || !isObject(inner) ? [] : [inner],
  )

/** In a loop: a query may nest deeper than calls do. */
const measure = (query: unknown): Size => {
  const size = { parts: 0, values: 0, patterns: 0 }
  const waiting = [query]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (!isObject(part)) continue
    if (Array.isArray(part)) size.parts += part.length
    else {
      const { parts, values, patterns } = sizeOf(part)
      size.parts += parts
      size.values += values
      size.patterns += patterns
    }
    for (const inner of Array.isArray(part) ? part : innerOf(part)) waiting.push(inner)
  }
  return size
}

/** Why a query is too large to be planned. Undefined if it is not. */
export const querySizeProblem = (query: unknown): string | undefined => {
  if (Array.isArray(query) && query.length > queryLimits.queries)
    return `it is a list of ${query.length} queries; the limit is ${queryLimits.queries}`
  const { parts, values, patterns } = measure(query)
  if (parts > queryLimits.parts) return `it names ${parts} members, filters, ranges and orders; the limit is ${queryLimits.parts}`
  if (values > queryLimits.values) return `it names ${values} values of filters; the limit is ${queryLimits.values}`
  return patterns > queryLimits.patterns
    ? `it names ${patterns} texts to look for in others; the limit is ${queryLimits.patterns}`
    : undefined
}
