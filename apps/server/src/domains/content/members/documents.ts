export type JsonObject = Record<string, unknown>

// Deeper documents are kept as they are and not looked into: nobody nests a query or a chart like that by hand.
export const maxDepth = 100

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list mapped one by one; what is no list is left as it is. */
export const mapList = (value: unknown, map: (entry: unknown) => unknown): unknown => (Array.isArray(value) ? value.map(map) : value)

/** The object with these of its fields mapped, where it has them. */
export const mapFields = (object: JsonObject, maps: Readonly<Record<string, (value: unknown) => unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, Object.hasOwn(maps, key) ? maps[key]?.(value) : value]))

/** What a text says as JSON; undefined where it is none. */
export const parsedText = (text: string | null): unknown => {
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
