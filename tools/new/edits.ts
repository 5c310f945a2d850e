/** Appends an entry to the object of a file, the one with `satisfies`. Keeps an entry that is already present. */
export const addEntry = (source: string, entry: string): string => {
  const line = `  ${entry},\n`
  return source.includes(line) ? source : source.replace(/^\} (?:as const )?satisfies /m, (end) => `${line}${end}`)
}

const bare = (name: string): string => name.replace(/^type /, '').toLowerCase()

/** Imports names from a file: extends the existing import, or adds one below the others. */
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
