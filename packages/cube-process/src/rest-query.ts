const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The engine parses expressions of its SQL API from text; an object in this place was made by a caller, and would pass as parsed. */
const holdsObject = (list: unknown): boolean => Array.isArray(list) && list.some(isObject)

const joinsOwnSql = (joins: unknown): boolean =>
  Array.isArray(joins) && joins.some((join) => !isObject(join) || typeof join['on'] !== 'string' || !join['on'].startsWith('{'))

/**
 * Where a query holds SQL of the caller's own, in a form that the engine does not recognise as an expression and so does not refuse. Such
 * SQL would run beside the row rules of the model.
 */
export const findExpression = (query: unknown): string | undefined => {
  if (Array.isArray(query)) return query.map(findExpression).find((found) => found !== undefined)
  if (!isObject(query)) return undefined
  return (
    ['measures', 'dimensions', 'segments'].find((key) => holdsObject(query[key])) ??
    (joinsOwnSql(query['subqueryJoins']) ? 'subqueryJoins' : undefined)
  )
}
