import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFile } from '#kernel/package'
import { checksumOf } from './migration-files.ts'

/** Functions and triggers as one file has them, by `<area>/<name>`. */
export type FunctionFile = { name: string; sql: string; checksum: string; isEveryRun: boolean; after: string[] }

/** The revision orders the builds: one with a higher revision has newer functions, whatever is in them. */
export type Functions = { revision: number; checksum: string; files: FunctionFile[] }

const folder = packageFile('sql/functions')

const readFile = (from: string, name: string): FunctionFile => {
  const sql = readFileSync(join(from, `${name}.sql`), 'utf8')
  return {
    name,
    sql,
    checksum: checksumOf(sql),
    isEveryRun: /^-- facet: at every run$/m.test(sql),
    after: [...sql.matchAll(/^-- facet: after (\S+)$/gm)].map(([, other]) => other ?? ''),
  }
}

/** By name, except that a file comes after those it says it needs. */
const inOrder = (files: FunctionFile[]): FunctionFile[] => {
  const byName = new Map(files.map((file) => [file.name, file]))
  const placed = new Set<FunctionFile>()
  const visit = (file: FunctionFile, path: string[]): void => {
    if (placed.has(file)) return
    if (path.includes(file.name)) throw new Error(`Function files wait for each other: ${[...path, file.name].join(' after ')}.`)
    for (const name of file.after) {
      const other = byName.get(name)
      if (!other) throw new Error(`Function file ${file.name} says it comes after ${name}, which does not exist.`)
      visit(other, [...path, file.name])
    }
    placed.add(file)
  }
  for (const file of files) visit(file, [])
  return [...placed]
}

/** The same of the files of a build and of the journal of a database (`journalQuery` of schema-problem.ts). */
const checksumOfAll = (files: FunctionFile[]): string =>
  checksumOf(
    files
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, checksum }) => `${name} ${checksum}\n`)
      .join(''),
  )

type Stated = Pick<Functions, 'revision' | 'checksum'>

/** What a build says of its own files. */
const findStated = (from: string): Stated | null => {
  const file = join(from, 'revision.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stated) : null
}

/**
 * Two headers steer a file: `-- facet: after <area>/<name>` where PostgreSQL wants something of another file to be there first (a trigger
 * its function; bodies may name what comes later), and `-- facet: at every run` for what `facet migrate` does whether it changed or not.
 */
export const readFunctions = (from: string = folder): Functions => {
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replaceAll('\\', '/').replace(/\.sql$/, ''))
    .toSorted()
  const misplaced = names.find((name) => !/^[a-z]+\/[a-z0-9_]+$/.test(name))
  if (misplaced !== undefined) throw new Error(`Function file ${misplaced}.sql is not sql/functions/<area>/<name>.sql.`)
  const files = inOrder(names.map((name) => readFile(from, name)))
  return { revision: findStated(from)?.revision ?? 0, checksum: checksumOfAll(files), files }
}

/** Why the files of a build cannot be applied: processes that have its revision would take the database for another build's. */
export const findEditedProblem = (from: string = folder): string | null => {
  const stated = findStated(from)
  return stated === null || stated.checksum === readFunctions(from).checksum
    ? null
    : `The files in sql/functions are not those of revision ${stated.revision} of this build: one of them was edited. Install the build again; in a working copy run pnpm generate, which gives them a revision of their own.`
}

/** What tables need when they are made: applied before the migrations. */
export const isPrelude = ({ name }: FunctionFile): boolean => name.startsWith('prelude/')
