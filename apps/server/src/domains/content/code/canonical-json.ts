type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

// Deeper documents, and larger ones, are written on one line: what indentation adds to them has no end.
const maxIndentedDepth = 8
const maxIndentedBytes = 4_194_304
// Below this, keys come as the database gives them, which is one order too.
const maxSortedDepth = 200

const isRecord = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** The same value with the keys of its objects in one order; what is undefined is left out, as JSON does. */
const sorted = (value: Json, depth = 0): Json => {
  if (depth > maxSortedDepth) return value
  if (Array.isArray(value)) return value.map((one: Json) => sorted(one, depth + 1))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => byCodeUnit(a, b))
      .map(([key, one]) => [key, sorted(one, depth + 1)]),
  )
}

const isFlat = (value: Json): boolean => typeof value !== 'object' || value === null || Object.keys(value).length === 0

const indented = (value: Json, depth: number): string => {
  if (isFlat(value) || depth >= maxIndentedDepth || (Array.isArray(value) && value.every(isFlat))) return JSON.stringify(value)
  const inner = '  '.repeat(depth + 1)
  const lines = isRecord(value)
    ? Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${indented(one, depth + 1)}`)
    : (value as readonly Json[]).map((one) => `${inner}${indented(one, depth + 1)}`)
  const [open, close] = isRecord(value) ? ['{', '}'] : ['[', ']']
  return `${open}\n${lines.join(',\n')}\n${'  '.repeat(depth)}${close}`
}

/** One line, keys in one order: equal values have equal texts. */
export const compactJson = (value: object): string => JSON.stringify(sorted(value as Json))

/** For people and for git: a line for each field, and a line break at the end. */
export const readableJson = (value: object): string => {
  const ordered = sorted(value as Json)
  const compact = JSON.stringify(ordered)
  return `${compact.length > maxIndentedBytes ? compact : indented(ordered, 0)}\n`
}
