import { hash } from 'node:crypto'

const windowMs = 60_000
/** So many equal lines of a minute are kept, each with its request id; further ones are counted. */
const maxEqual = 10
const maxTracked = 10_000

/** The message is kept once the line is only counted. */
type Repeat<S> = { source: S; count: number; message: string }

const ofRequest = /"(?:time|requestId)":"[^"]*",?|"duration":\d+,?/g

/** What is equal in lines about different requests. Null for a line that is not about a failure. */
const equalPart = (message: string): string | null =>
  /^\{.*"level":"(?:error|warn)"/.test(message) ? message.replaceAll(ofRequest, '') : null

/** Counts equal errors and warnings of a deployment in place of keeping all of them. */
export const createLogRepeats = <S>(nowMs: () => number) => {
  let repeats = new Map<string, Repeat<S>>()
  let endMs = nowMs() + windowMs
  return {
    /** False where the line is only counted. */
    take: (key: string, source: S, message: string, caller = ''): boolean => {
      const part = equalPart(message)
      if (part === null) return true
      // Not the text itself: callers choose it, and thousands of long ones would fill the memory of this process.
      const name = hash('sha256', `${key} ${caller} ${part}`)
      const repeat = repeats.get(name)
      if (!repeat && repeats.size >= maxTracked) return true
      const count = (repeat?.count ?? 0) + 1
      repeats.set(name, { source, count, message: count > maxEqual ? message : '' })
      return count <= maxEqual
    },
    /** At the end of a minute: lines that were counted, each with the last of its kind. */
    takeCounted: (isLast: boolean): { source: S; message: string; lines: number }[] => {
      if (!isLast && nowMs() < endMs) return []
      endMs = nowMs() + windowMs
      const counted = [...repeats.values()].flatMap(({ source, message, count }) =>
        count > maxEqual ? [{ source, message, lines: count - maxEqual }] : [],
      )
      repeats = new Map()
      return counted
    },
  }
}
