import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { trials } from '../../bench/src/trials.ts'
import { versionOf } from './map.ts'
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

/** How the server calls its own files, and others its packages. */
const readAliases = (): Aliases => {
  const { imports } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8')) as { imports: Record<string, string> }
  return {
    ...Object.fromEntries(Object.entries(imports).map(([alias, path]) => [alias, join('apps/server', path)])),
    '@facet/client': 'packages/client/src/index.ts',
    '@facet/server/testing': 'apps/server/test/index.ts',
  }
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
    sources: createSources(files, readAliases()),
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
