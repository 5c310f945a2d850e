import type { SourceFile } from './engine-types.ts'

const lineWhere = (lines: readonly string[], from: number, test: RegExp): number => {
  const index = lines.slice(from).findIndex((line) => test.test(line))
  return index === -1 ? -1 : from + index
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Where a name is given to something: `- name: x` in YAML, `x: {` or cube(`x`) in JavaScript. */
const definition = (name: string): RegExp => {
  const word = escaped(name)
  return new RegExp(String.raw`\bname:\s*['"]?${word}['"]?\s*$|^\s*['"]?${word}['"]?\s*:|(?:cube|view)\(\s*['"\x60]${word}['"\x60]`)
}

/** Messages of parsers hold the place: `(12:3)`, or the line that a code frame marks. */
const toldLine = (message: string): number | null => {
  const found = /\((\d+):\d+\)/.exec(message) ?? /^\s*>\s*(\d+) \|/m.exec(message)
  return found ? Number(found[1]) : null
}

/** The cube that a message is about. */
export const cubeIn = (message: string): string | undefined =>
  /(?:^|\s)['"]?([A-Za-z_]\w*)['"]? (?:cube|view):/.exec(message)?.[1] ?? /cube name '(\w+)'/.exec(message)?.[1]

/** Names in a message, outermost first: of the cube it is about, and of the member in it. */
const namesIn = (message: string): string[] => {
  const cube = cubeIn(message)
  const joined = /Cube (\w+) doesn't exist/.exec(message)?.[1]
  const path = /(?:dimensions|measures|segments|joins|preAggregations|pre_aggregations|hierarchies|accessPolicy)\.(\w+)/.exec(message)?.[1]
  const quoted = /['"`]([A-Za-z_][\w.]*)['"`]/.exec(message)?.[1]?.split('.').at(-1)
  return [cube, path ?? joined ?? quoted].filter((name) => name !== undefined)
}

const namedLine = (message: string, lines: readonly string[]): number | null => {
  let at = -1
  for (const name of namesIn(message)) {
    const next = lineWhere(lines, Math.max(at, 0), definition(name))
    if (next !== -1) at = next
  }
  return at === -1 ? null : at + 1
}

/** The line of a file that a message of the compiler is about, as far as the message shows it. */
export const lineOf = (message: string, file: SourceFile | undefined): number | null => {
  const told = toldLine(message)
  if (told !== null || !file) return told
  return namedLine(message, file.content.split('\n'))
}

/** The compiler runs rewritten code: a line of it is told only if it stands in the source, once. */
export const sourceLine = (stack: string, ran: SourceFile, source: SourceFile | undefined): number | null => {
  const number = new RegExp(String.raw`${escaped(ran.fileName)}:(\d+)`).exec(stack)?.[1]
  const text = number === undefined ? undefined : ran.content.split('\n')[Number(number) - 1]?.trim()
  const isSame = (line: string): boolean => line.trim().replace(/;$/, '') === text?.replace(/;$/, '')
  if (!text || !source) return null
  const lines = source.content.split('\n').flatMap((line, index) => (isSame(line) ? [index + 1] : []))
  return lines.length === 1 ? (lines[0] ?? null) : null
}
