import { circularSchemas, type OperationShape } from '@facet/contract'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  $ref?: string
}

const maxTextLength = 200
const nestedLevels = 60

const resolve = (schema: Schema): Schema => {
  const named = schema.$ref === undefined ? undefined : (circularSchemas as Record<string, unknown>)[schema.$ref]
  return (named as Schema | undefined) ?? schema
}

/** Text that fits most patterns of the contract, each different by its index. */
const shortTexts = [
  (index: number) => `name${index}`,
  (index: number) => `orders.member${index}`,
  (index: number) => String(index + 1),
  (index: number) => `Abcdefghijk${index}`.slice(-12).padStart(12, 'a'),
  (index: number) => `model/file${index}.yml`,
  (index: number) => `https://host${index}.example.com`,
  (index: number) => `user${index}@example.com`,
  () => '2026-01-31T00:00:00Z',
  () => '03:30',
  () => '#ffffff',
]

const textOf = ({ pattern, format, minLength = 0, maxLength = maxTextLength }: Schema, index: number): string => {
  if (format === 'date-time') return '2026-01-31T00:00:00Z'
  const fits = (text: string): boolean =>
    text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern).test(text))
  const made = shortTexts.map((make) => make(index)).find(fits) ?? `name${index}`
  const long = made.padEnd(Math.min(maxLength, maxTextLength), 'x')
  return fits(long) ? long : made
}

/** `text` supplies free text that may be long. */
type Fill = { list: (items: Schema, maxItems: number) => unknown[]; open: () => unknown; text?: (maxLength: number) => string }

const longTextLength = 1000

const isOpen = ({ type, properties, additionalProperties, patternProperties, anyOf, enum: values, const: value }: Schema): boolean =>
  patternProperties !== undefined ||
  (type === 'object' && !properties && additionalProperties !== false) ||
  (type === undefined && !anyOf && !values && value === undefined)

/** The text of `make` where a schema accepts it and it may be long. */
const longText = (
  { format, pattern, maxLength = Number.POSITIVE_INFINITY }: Schema,
  make: (maxLength: number) => string,
): string | undefined => {
  if (format !== undefined || maxLength < longTextLength) return undefined
  const text = make(maxLength)
  return pattern === undefined || new RegExp(pattern).test(text) ? text : undefined
}

/** A valid value of the schema. `fill` supplies lists and open objects, which can be of any size. */
const valueOf = (given: Schema, index: number, fill: Fill, depth = 0): unknown => {
  const schema = resolve(given)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) {
    const branches = schema.anyOf.map(resolve)
    const branch = branches.find(({ type }) => type === 'array') ?? branches.find(({ type }) => type !== 'null') ?? branches[0]
    return branch ? valueOf(branch, index, fill, depth) : null
  }
  if (isOpen(schema)) return depth > 2 ? {} : fill.open()
  switch (schema.type) {
    case 'string':
      return (fill.text && longText(schema, fill.text)) ?? textOf(schema, index)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1) + index
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return depth > 2 ? [] : fill.list(schema.items ?? {}, schema.maxItems ?? Number.POSITIVE_INFINITY)
    default: {
      const { properties = {}, required = [] } = schema
      const names = depth > 2 ? required : Object.keys(properties)
      return Object.fromEntries(names.map((name) => [name, valueOf(properties[name] ?? {}, index, fill, depth + 1)]))
    }
  }
}

const small: Fill = { list: (items) => [valueOf(items, 0, { list: () => [], open: () => ({}) })], open: () => ({}) }

/** How many lists and open objects a value of the schema has. */
const placesIn = (schema: Schema): number => {
  let places = 0
  const list = (): unknown[] => {
    places++
    return []
  }
  valueOf(schema, 0, { list, open: list })
  return places
}

const manyFields = (bytes: number, names: readonly string[]): Record<string, number> => {
  const known = names.length > 0 ? names : ['field']
  const field = (index: number): string => `${known[index % known.length]}${index}`.padEnd(45, 's')
  return Object.fromEntries(Array.from({ length: Math.floor(bytes / 50) }, (_, index) => [field(index), 1]))
}

const longNames = (bytes: number): Record<string, number> =>
  Object.fromEntries(['/', '~', 'x', '_'].map((character) => [character.repeat(Math.floor(bytes / 4) - 10), 1]))

const repeated = <T>(length: number, item: T): T[] => Array.from({ length }, () => item)

const nested = (bytes: number): unknown => {
  const one = `${'{"a":['.repeat(nestedLevels / 2)}${']}'.repeat(nestedLevels / 2)}`
  const count = Math.max(1, Math.floor(bytes / (one.length + 1)))
  return { nested: JSON.parse(`[${repeated(count, one).join(',')}]`) as unknown }
}

const wideList = (bytes: number): number[] => repeated(Math.floor(bytes / 2), 0)

/** As many different valid items as fit into the bytes and the limit of the list. */
const validItems =
  (bytes: number) =>
  (items: Schema, maxItems: number): unknown[] => {
    const itemBytes = JSON.stringify(valueOf(items, 0, small)).length + 1
    return Array.from({ length: Math.min(maxItems, Math.floor(bytes / itemBytes)) }, (_, index) => valueOf(items, index, small))
  }

const few: Fill['list'] = (items, maxItems) => validItems(1000)(items, Math.min(maxItems, 3))

export const shapes = ['many fields', 'long names', 'deep', 'wide', 'too many items'] as const
export type Shape = (typeof shapes)[number]

/** What readers of SQL, templates, Markdown, expressions and JSON scan for its end. */
export const texts: Record<string, (length: number) => string> = {
  'names of members': (length) => 'orders.status '.repeat(length / 14),
  'open comments': (length) => '/*'.repeat(length / 2),
  'open quotes': (length) => `"'\``.repeat(length / 3),
  'open dollar quotes': (length) => Array.from({ length: length / 10 }, (_, index) => `$t${index}$`).join(''),
  'open brackets': (length) => '[('.repeat(length / 2),
  'open templates': (length) => '{{${'.repeat(length / 4),
  'nested JSON': (length) => `${'{"and":['.repeat(length / 10)}${']}'.repeat(length / 10)}`,
  blanks: (length) => ' \n'.repeat(length / 2),
}

const fillOf = (shape: Shape, bytes: number): Fill => {
  switch (shape) {
    case 'many fields':
      return { list: few, open: () => manyFields(bytes, []) }
    case 'long names':
      return { list: few, open: () => longNames(bytes) }
    case 'deep':
      return { list: few, open: () => nested(bytes) }
    case 'wide':
      return { list: validItems(bytes), open: () => ({ list: wideList(bytes) }) }
    case 'too many items':
      return { list: () => wideList(bytes), open: () => ({ list: wideList(bytes) }) }
  }
}

const unknownFieldsOf = (shape: Shape, bytes: number, schema: Schema): object => {
  switch (shape) {
    case 'many fields':
      return manyFields(bytes, Object.keys(schema.properties ?? {}))
    case 'long names':
      return longNames(bytes)
    case 'deep':
      return { unknown: nested(bytes) }
    default:
      return { unknown: wideList(bytes) }
  }
}

const filled = (schema: Schema, base: object, fill: Fill): string => {
  const value = valueOf(schema, 0, fill)
  return JSON.stringify(Array.isArray(value) ? value : { ...(value as object), ...base })
}

const longTextsIn = (schema: Schema): number => {
  let count = 0
  valueOf(schema, 0, { ...small, text: () => `text${count++}` })
  return count
}

const fitted = (limit: number, write: (bytes: number) => string): string => {
  let bytes = limit * 0.9
  for (;;) {
    const text = write(bytes)
    if (text.length <= limit) return text
    bytes *= (limit / text.length) * 0.95
  }
}

/**
 * The largest bodies of a shape that an operation receives: one with unknown fields beside a valid body, and one whose own lists and open
 * objects are filled.
 */
export const largeBodies = ({ body, example }: OperationShape, shape: Shape, base: object, limit: number): string[] => {
  const schema = resolve(body as Schema)
  const valid = { ...(example.body as object | undefined), ...base }
  const unknown = fitted(limit, (bytes) => JSON.stringify({ ...valid, ...unknownFieldsOf(shape, bytes, schema) }))
  if (placesIn(schema) === 0) return [unknown]
  const places = placesIn(schema)
  return [unknown, fitted(limit, (bytes) => filled(schema, base, fillOf(shape, bytes / places)))]
}

/** A body whose free texts are as long as they may be. Undefined for an operation without such texts. */
export const bodyOfTexts = (
  { body }: OperationShape,
  text: (length: number) => string,
  base: object,
  limit: number,
): string | undefined => {
  const schema = resolve(body as Schema)
  const places = longTextsIn(schema)
  if (places === 0) return undefined
  return fitted(limit, (bytes) =>
    filled(schema, base, { ...small, text: (maxLength) => text(Math.floor(Math.min(maxLength, bytes / places))) }),
  )
}
