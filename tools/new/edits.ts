/** Puts an entry at the end of the object of a file, whose type it satisfies. One that it has already stays as it is. */
export const addEntry = (source: string, entry: string): string => {
  const line = `  ${entry},\n`
  return source.includes(line) ? source : source.replace(/^\} (?:as const )?satisfies /m, (end) => `${line}${end}`)
}

/** Puts a property at the end of the object that ends a file. One that it has already stays as it is. */
export const addProperty = (source: string, name: string): string =>
  new RegExp(`[{,]\\s*${name}\\s*[,}]`).test(source.slice(source.lastIndexOf('export const')))
    ? source
    : source.replace(/,?\s*\}\n$/, `, ${name} }\n`)

/** Puts an item at the end of the array that ends a file and that it exports under a name. */
export const addItem = (source: string, name: string, item: string): string => {
  if (!new RegExp(`^export const ${name}\\b`, 'm').test(source) || !source.endsWith(']\n'))
    throw new Error(`The file does not end with the array ${name}.`)
  return source.replace(/(\[?),?\s*\]\n$/, (_, open: string) => `${open}${open === '' ? ', ' : ''}${item}]\n`)
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
