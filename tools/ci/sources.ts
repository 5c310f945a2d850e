/** The text of every source file by path, so that nothing here reads the disk. */
export type SourceFiles = ReadonlyMap<string, string>

export type Sources = {
  /** What a file exports and passes on that is there at run time. */
  exportsOf: (path: string) => string[]
  /** Files that take an export of this name from another one. Names are hardly ever used twice; where one is, too many are found. */
  importersOf: (name: string) => string[]
  /** Nothing of it is left when it runs: the compiler judges it alone. */
  hasOnlyTypes: (path: string) => boolean
}

const clause = /^(?:import|export) (?!type )\{([^}]*)\} from /gm
const namespace = /^import \* as \w+ from /m
const declared = /^export (?:const|let|(?:async )?function\*?|(?:abstract )?class) (\w+)/gm

/** The names of `{ a, type B, c as d }` that are there at run time. */
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('type '))
    .map((entry) => entry.split(' ')[0] ?? '')

const takenBy = (text: string): string[] => [...text.matchAll(clause)].flatMap(([, list = '']) => namesIn(list))

const passedOnBy = (text: string): string[] =>
  [...text.matchAll(clause)].filter(([line]) => line.startsWith('export')).flatMap(([, list = '']) => namesIn(list))

const declaredBy = (text: string): string[] => [...text.matchAll(declared)].map(([, name = '']) => name)

export const createSources = (files: SourceFiles): Sources => {
  const importers = new Map<string, string[]>()
  const withNamespaces: [path: string, text: string][] = []
  for (const [path, text] of files) {
    for (const name of takenBy(text)) importers.set(name, [...(importers.get(name) ?? []), path])
    if (namespace.test(text)) withNamespaces.push([path, text])
  }
  const textOf = (path: string): string => files.get(path) ?? ''
  return {
    exportsOf: (path) => [...declaredBy(textOf(path)), ...passedOnBy(textOf(path))],
    importersOf: (name) => [
      ...(importers.get(name) ?? []),
      ...withNamespaces.filter(([, text]) => new RegExp(`\\.${name}\\b`).test(text)).map(([path]) => path),
    ],
    hasOnlyTypes: (path) =>
      files.has(path) &&
      textOf(path)
        .split('\n')
        .every((line) => /^(import type|export type|type|declare|\s|\/|\}|\)|\]|\||>|&|$)/.test(line)),
  }
}
