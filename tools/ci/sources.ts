import { dirname, join } from 'node:path'

/** The text of every source file by path, so that nothing here reads the disk. */
export type SourceFiles = ReadonlyMap<string, string>

export type Sources = {
  /** Files that import a file for more than its types. */
  importersOf: (path: string) => string[]
  /** Nothing of it is left when it runs: the compiler judges it alone. */
  hasOnlyTypes: (path: string) => boolean
}

const imported = /^(?:import|export) (?!type )[^']*?from '([^']+)'/gm
const typeLine = /^(import type|export type|type|declare|\s|\/|\}|\)|\]|\||>|&|$)/

/** What stands for a path: `#access` for `apps/server/src/access/index.ts`. One `*` stands for any text. */
export type Aliases = Readonly<Record<string, string>>

const resolve = (from: string, specifier: string, aliases: Aliases): string | undefined => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  for (const [alias, target] of Object.entries(aliases)) {
    const [before = '', after] = alias.split('*')
    if (after === undefined ? specifier === alias : specifier.startsWith(before) && specifier.endsWith(after))
      return target.replace('*', specifier.slice(before.length))
  }
  return undefined
}

/** The files that a file imports for more than their types. */
export const importsIn = (path: string, text: string, aliases: Aliases): string[] =>
  [...text.matchAll(imported)].flatMap(([, specifier = '']) => resolve(path, specifier, aliases) ?? [])

export const createSources = (files: SourceFiles, aliases: Aliases): Sources => {
  const importers = new Map<string, string[]>()
  for (const [path, text] of files)
    for (const target of importsIn(path, text, aliases)) importers.set(target, [...(importers.get(target) ?? []), path])
  return {
    importersOf: (path) => importers.get(path) ?? [],
    hasOnlyTypes: (path) =>
      files
        .get(path)
        ?.split('\n')
        .every((line) => typeLine.test(line)) ?? false,
  }
}
