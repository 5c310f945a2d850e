import { basename, dirname } from 'node:path'

/** Files by path, so that the guard itself reads nothing. */
export type SourceFiles = Record<string, string>

/** What a line stands in, from the outside in: the last line before it at each smaller indentation, as the formatter leaves them. */
const blocksAround = (source: string, at: number, indent: number): string[] => {
  const before = source.slice(0, at).split('\n')
  return Array.from(
    { length: indent / 2 },
    (_, level) => before.findLast((line) => /^ *(?=[^\s])/.exec(line)?.[0].length === level * 2) ?? '',
  )
}

/**
 * The operations whose access cases a test file registers: by calls that stand in plain suites alone, or in none. A call in a comment,
 * in a text, in a test, in a function or in a suite that is skipped registers nothing.
 */
export const guardedIn = (source: string): string[] => {
  if (!/^import \{[^}]*\bitGuardsAccess\b[^}]*\} from '#test'$/m.test(source)) return []
  const code = source.replaceAll(/\/\*[^]*?\*\/|`[^`]*`/g, '')
  return [...code.matchAll(/^( *)itGuardsAccess\(\s*server,\s*'(\w+)'/gm)].flatMap(({ index, 1: indent = '', 2: id = '' }) =>
    blocksAround(code, index, indent.length).every((line) => line.trimStart().startsWith('describe(')) ? [id] : [],
  )
}

const kebab = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What each operation still lacks, if anything: its file, the test beside it, or the access cases in that test. */
export const missingCases = (operationIds: readonly string[], files: SourceFiles): string[] =>
  operationIds.flatMap((id) => {
    const handler = Object.keys(files).find((path) => basename(path) === `${kebab(id)}.ts`)
    if (handler === undefined) return [`${id} has no file ${kebab(id)}.ts.`]
    const test = `${dirname(handler)}/${kebab(id)}.test.ts`
    const source = files[test]
    if (source === undefined) return [`${id} has no test: write ${test}.`]
    return guardedIn(source).includes(id) ? [] : [`${test} does not call itGuardsAccess for ${id}.`]
  })
