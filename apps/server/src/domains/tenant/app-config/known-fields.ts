/** As much of JSON Schema as the schemas of this module say. */
type Shape = {
  type?: string
  pattern?: string
  maxLength?: number
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

const isText = ({ pattern = '', maxLength = Number.POSITIVE_INFINITY }: Shape, value: unknown): boolean =>
  typeof value === 'string' && value.length <= maxLength && new RegExp(pattern).test(value)

const fieldsOf = (properties: Record<string, Shape>, value: object): object =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, shape]) => {
      const known = knownFields(shape, (value as Record<string, unknown>)[name])
      return known === undefined ? [] : [[name, known]]
    }),
  )

/** What of a document the schema knows, and is as the schema says: pages draw themselves by it, so nothing else comes through. */
export const knownFields = (schema: object, value: unknown): unknown => {
  const shape = schema as Shape
  const one = shape.anyOf?.find(({ type }) => type !== 'null') ?? shape
  if (value === undefined || (value === null && shape.anyOf)) return value
  if (one.properties)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? fieldsOf(one.properties, value) : undefined
  const { items } = one
  if (items) return Array.isArray(value) ? value.map((item) => knownFields(items, item)) : undefined
  return (one.type === 'string' ? isText(one, value) : typeof value === one.type) ? value : undefined
}
