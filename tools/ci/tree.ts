import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { trials } from '../../bench/src/trials.ts'
import { mapFile, readMap, type TestMap, versionOf, withRenames } from './map.ts'
import type { Change, Tree } from './plan.ts'
import { type Aliases, createSources } from './sources.ts'
import { factsOf } from './trial-sources.ts'

const root = join(import.meta.dirname, '../..')

export const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 })

const linesOf = (text: string): string[] => text.split('\0').filter((line) => line !== '')

/** Every file that git knows or would know. */
export const listFiles = (): string[] => {
  const gone = new Set(linesOf(git('ls-files', '--deleted', '-z')))
  return linesOf(git('ls-files', '--cached', '--others', '--exclude-standard', '-z')).filter((path) => !gone.has(path))
}

type Manifest = { name: string; imports?: Record<string, string>; exports?: Record<string, string> }

/** How packages call their own files, and others a package. */
const readAliases = (paths: string[]): Aliases => {
  const manifests = paths.filter((path) => /^(apps|packages)\/[^/]+\/package\.json$/.test(path))
  return Object.fromEntries(
    manifests.flatMap((path) => {
      const { name, imports = {}, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
      const exported = Object.entries(exports).map(([subpath, target]): [string, string] => [join(name, subpath), target])
      return [...Object.entries(imports), ...exported].map(([alias, target]) => [alias, join(dirname(path), target)])
    }),
  )
}

const isTest = (path: string): boolean => /^(apps|packages|examples|tools|bench)\/.*\.test\.ts$/.test(path)

export const readTree = (): Tree & { paths: string[] } => {
  const paths = listFiles()
  const files = new Map(paths.filter((path) => path.endsWith('.ts')).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  return {
    paths,
    tests: paths.filter(isTest).toSorted(),
    versionOf: (test) => versionOf(files.get(test) ?? ''),
    trials: factsOf(trials, files),
    sources: createSources(files, readAliases(paths)),
  }
}

export const hasCommit = (commit: string): boolean => {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** What differs between a commit and another, or the working tree with what it has beside. */
export const changesSince = (base: string, until?: string): Change[] => {
  const fields = linesOf(git('diff', '--name-status', '--no-renames', '-z', base, ...(until === undefined ? [] : [until])))
  const changed = fields.flatMap((status, index) => (index % 2 === 0 ? [{ path: fields[index + 1] ?? '', isDeleted: status === 'D' }] : []))
  const beside = until === undefined ? linesOf(git('ls-files', '--others', '--exclude-standard', '-z')) : []
  return [...changed, ...beside.map((path) => ({ path, isDeleted: false }))]
}

/** What was moved since a commit, git's way of telling: from the name it had to the one it has. */
const renamesSince = (base: string): ReadonlyMap<string, string> => {
  const fields = linesOf(git('diff', '--name-status', '--find-renames', '-l0', '--diff-filter=R', '-z', base))
  return new Map(fields.flatMap((_, index) => (index % 3 === 1 ? [[fields[index] ?? '', fields[index + 1] ?? '']] : [])))
}

/** The map of the last recording by the names that files have now: a move makes nothing unknown. In a shallow clone it is as it was written. */
export const readMovedMap = (): TestMap => {
  const recordedAt = git('log', '-1', '--format=%H', '--', mapFile).trim()
  return recordedAt === '' ? readMap() : withRenames(readMap(), renamesSince(recordedAt))
}
