import { basename, dirname } from 'node:path'
import { runInNewContext } from 'node:vm'
import { transformSync } from 'esbuild'

/** Files by path, so that the guard itself reads nothing. */
export type SourceFiles = Record<string, string>

/** Stands for what a test file imports: it can be called, read and looped over, and nothing comes of it. */
const anything: unknown = new Proxy(() => undefined, {
  apply: () => anything,
  get: (_, key) => {
    if (key === Symbol.iterator) return () => [].values()
    return key === Symbol.toPrimitive ? () => '' : anything
  },
})

const moduleOf = (known: Record<string, unknown>): unknown =>
  new Proxy(known, { get: (target, key) => (typeof key === 'string' && Object.hasOwn(target, key) ? target[key] : anything) })

// Only the plain form: what `describe.skip` holds never runs.
const describe = new Proxy(() => undefined, {
  apply: (_, __, [, body]: [string, () => unknown]) => body(),
  get: () => anything,
})

/**
 * The operations whose access cases a test file registers. Found by running the file as vitest would to collect its tests, with
 * everything it imports taken away: a comment, a text or a function nobody calls registers nothing.
 */
export const guardedIn = (source: string): string[] => {
  const ids: string[] = []
  const modules: Record<string, unknown> = {
    vitest: moduleOf({ describe }),
    '#test': moduleOf({ itGuardsAccess: (_server: unknown, id: string) => ids.push(id) }),
  }
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
  runInNewContext(code, { module: { exports: {} }, require: (name: string) => modules[name] ?? anything })
  return ids
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
