import { chartLimits } from './limits.ts'

export type Chart = Record<string, unknown>

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Clients keep the specification as an object or as its JSON text. Answers what is wrong where it is neither. */
export const readChart = (spec: unknown): Chart | string => {
  const text = typeof spec === 'string' ? spec : JSON.stringify(spec)
  if (text === undefined) return 'is nothing'
  const bytes = Buffer.byteLength(text)
  if (bytes > chartLimits.bytes) return `has ${bytes} bytes as JSON; the limit is ${chartLimits.bytes}`
  try {
    // Read from its text in both cases: what is checked is then plain JSON and nothing else.
    const read: unknown = JSON.parse(text)
    return isObject(read) ? read : 'is no JSON object'
  } catch {
    return 'is no JSON text'
  }
}
