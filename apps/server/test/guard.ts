import { basename, dirname } from 'node:path'

/** Source text by path. The guard reads no files itself. */
export type SourceFiles = Record<string, string>

const kebab = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A test file that registers a case and calls the operation, or passes its id to a helper. */
const isTestOf = (id: string, source: string): boolean =>
  /^\s*(?:it|describe|it[A-Z]\w*)(?:\.\w+)?[(<]/m.test(source) && new RegExp(`\\.${id}\\(|'${id}'`).test(source)

/** The problems of each operation: its file is missing, or no test file of its folder calls it. */
export const missingTests = (operationIds: readonly string[], files: SourceFiles): string[] =>
  operationIds.flatMap((id) => {
    const handler = Object.keys(files).find((path) => basename(path) === `${kebab(id)}.ts`)
    if (handler === undefined) return [`${id} has no file ${kebab(id)}.ts.`]
    const folder = dirname(handler)
    const tests = Object.entries(files).filter(([path]) => dirname(path) === folder && path.endsWith('.test.ts'))
    return tests.some(([, source]) => isTestOf(id, source)) ? [] : [`${id} is called by no test in ${folder}.`]
  })
