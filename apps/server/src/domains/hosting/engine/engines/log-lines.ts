export type LogLines = {
  add: (line: string) => void
  /** The last ones, oldest first, also those that were dropped. */
  last: () => readonly string[]
  /** Says what is still to be said. */
  close: () => void
}

const windowMs = 1000
const keptLines = 20
const maxLineLength = 8192

/** Hands lines on, so many a second; how many were dropped is said in a line of its own. */
export const createLogLines = (onLine: (line: string) => void, maxPerSecond: number): LogLines => {
  const ring: string[] = []
  let passed = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  const endWindow = (): void => {
    clearTimeout(timer)
    timer = undefined
    passed = 0
    if (dropped === 0) return
    const count = dropped
    dropped = 0
    onLine(`${count} ${count === 1 ? 'line was' : 'lines were'} dropped: more than ${maxPerSecond} came in a second.`)
  }
  return {
    add: (whole) => {
      const line = whole.length > maxLineLength ? `${whole.slice(0, maxLineLength)}…` : whole
      ring.push(line)
      if (ring.length > keptLines) ring.shift()
      timer ??= setTimeout(endWindow, windowMs).unref()
      if (passed >= maxPerSecond) {
        dropped += 1
        return
      }
      passed += 1
      onLine(line)
    },
    last: () => ring,
    close: endWindow,
  }
}
