const maxQueries = 50
/** Members, filters, ranges and orders, of all queries of a request together. */
const maxParts = 250

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Values of a filter are left out: tens of thousands are bound to one statement within a second. */
const listsOf = (part: Record<string, unknown>): unknown[] =>
  Object.entries(part).flatMap(([key, inner]) => (key === 'values' || !isObject(inner) ? [] : [inner]))

/** In a loop: a query may nest deeper than calls do. An order may be an object, by member. */
const partsIn = (query: unknown): number => {
  let parts = 0
  const waiting = [query]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (!isObject(part)) continue
    if (Array.isArray(part)) parts += part.length
    else if (isObject(part['order']) && !Array.isArray(part['order'])) parts += Object.keys(part['order']).length
    for (const inner of Array.isArray(part) ? part : listsOf(part)) waiting.push(inner)
  }
  return parts
}

/**
 * Why a query is too large to be planned; nothing where it is not. The engine plans all of a request at one go, milliseconds for each
 * filter and query and more than in proportion for members, and nobody else is answered meanwhile.
 */
export const querySizeProblem = (query: unknown): string | undefined => {
  if (Array.isArray(query) && query.length > maxQueries) return `it is a list of ${query.length} queries; the limit is ${maxQueries}`
  const parts = partsIn(query)
  return parts > maxParts ? `it names ${parts} members, filters, ranges and orders; the limit is ${maxParts}` : undefined
}
