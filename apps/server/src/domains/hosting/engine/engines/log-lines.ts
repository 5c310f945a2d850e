import type { OnLine } from './types.ts'

export type LogLines = {
  add: OnLine
  /** The last ones, oldest first, also those that were dropped. */
  last: () => readonly string[]
  /** Says what is still to be said. */
  close: () => void
}

const windowMs = 1000
const keptLines = 20
const maxLineLength = 8192
const maxCharsPerSecond = 131_072

/** Hands lines on, so many a second; how many were dropped is said in a line of its own. Those are not even made. */
export const createLogLines = (onLine: (line: string) => void, maxPerSecond: number): LogLines => {
  const ring: (() => string)[] = []
  let passed = 0
  let chars = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  const endWindow = (): void => {
    clearTimeout(timer)
    timer = undefined
    passed = 0
    chars = 0
    if (dropped === 0) return
    const count = dropped
    dropped = 0
    onLine(
      `${count} ${count === 1 ? 'line was' : 'lines were'} dropped: more than ${maxPerSecond}, or ${maxCharsPerSecond / 1024} kB, came in a second.`,
    )
  }
  const keep = (make: () => string): void => {
    ring.push(make)
    if (ring.length > keptLines) ring.shift()
  }
  return {
    add: (said, passedOver = 0) => {
      timer ??= setTimeout(endWindow, windowMs).unref()
      dropped += passedOver
      const make = (): string => {
        const whole = typeof said === 'string' ? said : said()
        return whole.length > maxLineLength ? `${whole.slice(0, maxLineLength)}…` : whole
      }
      if (passed >= maxPerSecond || chars >= maxCharsPerSecond) {
        dropped += 1
        keep(make)
        return
      }
      const line = make()
      passed += 1
      chars += line.length
      keep(() => line)
      onLine(line)
    },
    last: () => ring.map((make) => make()),
    close: endWindow,
  }
}
