import type { OperationShape } from '@facet/contract'

type Schema = { type?: string; enum?: readonly unknown[]; minLength?: number; anyOf?: readonly Schema[]; items?: Schema }

const integer = /^-?(?:0|[1-9][0-9]*)$/

const branchesOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(branchesOf) ?? [schema]

const acceptsEmptyText = ({ type, enum: values, minLength = 0 }: Schema): boolean => type === 'string' && !values && minLength === 0

const readScalar = (schema: Schema, text: unknown): unknown => {
  if (typeof text !== 'string') return text
  const branches = branchesOf(schema)
  const has = (type: string): boolean => branches.some((branch) => branch.type === type)
  if (text === '' && has('null') && !branches.some(acceptsEmptyText)) return null
  if (has('integer') && integer.test(text)) return Number(text)
  if (has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const readValue = (schema: Schema, value: unknown): unknown => {
  const items = branchesOf(schema).find(({ type }) => type === 'array')?.items
  return Array.isArray(value) && items ? value.map((one) => readScalar(items, one)) : readScalar(schema, value)
}

/**
 * Reads the text of path and query parameters as their schema's types. An integer is decimal digits and nothing else: `1e2` and ` 1` stay
 * text, which validation refuses. An empty value is null where null is accepted and empty text is not.
 */
export const readParameters = (schema: object, sent: Record<string, unknown>): Record<string, unknown> => {
  const { properties = {} } = schema as { properties?: Record<string, Schema> }
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, readValue(properties[name] ?? {}, value)]))
}

/** Older clients page through lists that are returned whole. */
const ignoredPaging = { first: {}, after: {} }

/** What an operation that declares no query parameters accepts: the paging of a list, and of a signed notice whatever its sender adds. */
export const queryOf = ({ query, method, isSigned }: OperationShape): object => {
  const properties = { ...(method === 'GET' ? ignoredPaging : {}), ...query?.properties }
  return { ...(query ?? { type: 'object', additionalProperties: isSigned ?? false }), properties }
}
