import { chartLimits } from './limits.ts'

export type Chart = Record<string, unknown>

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the database cannot keep, as a text of JSON writes it. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

const holdsUnstorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isUnstorable(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) => isUnstorable(key) || holdsUnstorable(one))
}

/** Clients keep the specification as an object or as its JSON text. Answers what is wrong where it is neither. */
export const readChart = (spec: unknown): Chart | string => {
  const text = typeof spec === 'string' ? spec : JSON.stringify(spec)
  if (text === undefined) return 'is nothing'
  const bytes = Buffer.byteLength(text)
  if (bytes > chartLimits.bytes) return `has ${bytes} bytes as JSON; the limit is ${chartLimits.bytes}`
  try {
    // Read from its text in both cases: what is checked is then plain JSON and nothing else.
    const read: unknown = JSON.parse(text)
    if (!isObject(read)) return 'is no JSON object'
    return mayBeUnstorable.test(text) && holdsUnstorable(read) ? 'holds a NUL, or half of a character, which cannot be stored' : read
  } catch {
    return 'is no JSON text'
  }
}
