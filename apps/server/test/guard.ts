import { basename, dirname } from 'node:path'

/** Source text by path. The guard reads no files itself. */
export type SourceFiles = Record<string, string>

const kebab = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The problems of each operation: its file is missing, the test beside it is missing, or that test has no case. */
export const missingTests = (operationIds: readonly string[], files: SourceFiles): string[] =>
  operationIds.flatMap((id) => {
    const handler = Object.keys(files).find((path) => basename(path) === `${kebab(id)}.ts`)
    if (handler === undefined) return [`${id} has no file ${kebab(id)}.ts.`]
    const test = `${dirname(handler)}/${kebab(id)}.test.ts`
    const source = files[test]
    if (source === undefined) return [`${id} has no test: write ${test}.`]
    return /^\s*(?:it|describe|it[A-Z]\w*)(?:\.\w+)?[(<]/m.test(source) ? [] : [`${test} registers no test of ${id}.`]
  })
