import { queryLimits } from './limits.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** A day or a moment as it is written down: read in half a millisecond, and a query has no more of them than parts. */
const plain = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i
const isSpoken = (time: unknown): boolean => !(typeof time === 'string' && plain.test(time))
const isOfDays = (operator: unknown): boolean => typeof operator === 'string' && /date/i.test(operator)

/** What a part of a query has that is read as words. Every range that is compared with is a query of its own, however it is said. */
const timesOf = ({ dateRange, compareDateRange, operator, values }: Record<string, unknown>): unknown[] => [
  ...(typeof dateRange === 'string' ? [dateRange].filter(isSpoken) : []),
  ...listOf(compareDateRange),
  ...(isOfDays(operator) && listOf(values).length === 1 ? listOf(values).filter(isSpoken) : []),
]

/** In a loop: a query may nest deeper than calls do. */
const timesIn = (query: unknown): unknown[] => {
  const times: unknown[] = []
  const waiting = [query]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (!isObject(part)) continue
    if (!Array.isArray(part)) for (const time of timesOf(part)) times.push(time)
    for (const inner of Object.values(part)) if (isObject(inner)) waiting.push(inner)
  }
  return times
}

/**
 * Why the times of a query are not read; nothing where they are. The engine tries every way to say a time on each text, which takes it
 * milliseconds, more for a long one, and nobody else is answered meanwhile.
 */
export const spokenTimesProblem = (query: unknown): string | undefined => {
  const times = timesIn(query)
  if (times.length > queryLimits.times)
    return `it says ${times.length} times and ranges in words or to compare with; the limit is ${queryLimits.times}`
  const long = times.find((time) => typeof time === 'string' && time.length > queryLimits.timeCharacters)
  return typeof long === 'string'
    ? `a time or a range has ${long.length} characters; the limit is ${queryLimits.timeCharacters}`
    : undefined
}
