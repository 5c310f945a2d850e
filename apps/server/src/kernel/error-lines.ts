import { createCollector } from './collector.ts'

/** Passes an answer of lines on; one that tells an error is kept back, and other words stand in its place. */
export type ErrorLines = { pass: (chunk: Buffer) => Buffer; rest: () => Buffer }

const newline = 10
const beginning = Buffer.from('{"error"')
const maxLineBytes = 65_536

const isWaiting = (line: string): boolean => {
  try {
    return (JSON.parse(line) as { error?: unknown }).error === 'Continue wait'
  } catch {
    return false
  }
}

/** SQL queries are answered line by line, and one that fails half-way says so in its last line, under status 200. */
export const createErrorLines = (wordsFor: (line: string) => string): ErrorLines => {
  let undecided = Buffer.alloc(0)
  let held: ReturnType<typeof createCollector> | null = null
  let isInside = false

  const told = (line: string): Buffer => Buffer.from(isWaiting(line) ? line : `${wordsFor(line).trimEnd()}\n`)
  const end = (): Buffer[] => {
    const line = held?.text()
    held = null
    return line === undefined ? [] : [told(line)]
  }
  /** Takes one line, or what is there of it, and answers with how much that was. */
  const take = (bytes: Buffer, out: Buffer[]): number => {
    const at = bytes.indexOf(newline)
    const part = at < 0 ? bytes : bytes.subarray(0, at + 1)
    if (!isInside && at < 0 && part.length < beginning.length) {
      undecided = Buffer.from(part)
      return part.length
    }
    if (!isInside && part.subarray(0, beginning.length).equals(beginning)) held = createCollector(maxLineBytes)
    isInside = at < 0
    if (held) held.add(part)
    else out.push(part)
    if (!isInside) out.push(...end())
    return part.length
  }
  return {
    pass: (chunk) => {
      let bytes = undecided.length === 0 ? chunk : Buffer.concat([undecided, chunk])
      undecided = Buffer.alloc(0)
      const out: Buffer[] = []
      while (bytes.length > 0) bytes = bytes.subarray(take(bytes, out))
      return Buffer.concat(out)
    },
    rest: () => Buffer.concat([undecided, ...end()]),
  }
}
