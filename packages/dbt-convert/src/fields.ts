/** What dbt wrote under a key, if it is of the kind that is expected; otherwise nothing. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {})

export const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const textsIn = (value: unknown): string[] => listIn(value).filter((item) => typeof item === 'string')

/** What an object holds, by name in the order of code units, which is that of sorting without being told how. */
export const sortedEntries = (fields: Fields): [string, unknown][] =>
  Object.keys(fields)
    .toSorted()
    .map((key) => [key, fields[key]])

/** By code units: the same on every machine, whatever its language. */
export const byText = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}
