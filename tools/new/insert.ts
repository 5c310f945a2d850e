/**
 * Puts a line among its peers, the lines that match, where the first group of the pattern sorts it. A source that has it
 * already stays as it is.
 */
export const insertLine = (source: string, line: string, peer: RegExp): string => {
  const lines = source.split('\n')
  const keyOf = (text: string): string | undefined => peer.exec(text)?.[1]
  const key = keyOf(line)
  if (key === undefined) throw new Error(`"${line}" is not of the form ${peer}.`)
  if (lines.includes(line)) return source
  const after = lines.findIndex((text) => (keyOf(text) ?? '') > key)
  const last = lines.findLastIndex((text) => keyOf(text) !== undefined)
  const end = last === -1 ? lines.length - 1 : last + 1
  return lines.toSpliced(after === -1 ? end : after, 0, line).join('\n')
}

const bare = (name: string): string => name.replace(/^type /, '').toLowerCase()

/** Imports names from a file, in the import that is there or in a new one below the others. */
export const addImport = (source: string, from: string, names: string[]): string => {
  const present = new RegExp(`^import \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'$`, 'm')
  const line = (all: string[]): string =>
    `import { ${[...new Set(all)].toSorted((a, b) => (bare(a) < bare(b) ? -1 : 1)).join(', ')} } from '${from}'`
  const match = present.exec(source)
  if (match) {
    const had = (match[1] ?? '').split(',').map((name) => name.trim())
    return source.replace(present, line([...had.filter(Boolean), ...names]))
  }
  const lines = source.split('\n')
  const last = lines.findLastIndex((text) => / from '.*'$/.test(text) && !text.startsWith('export'))
  return lines.toSpliced(last + 1, 0, line(names)).join('\n')
}
