import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 })

const linesOf = (text: string): string[] => text.split('\0').filter((line) => line !== '')

/** Every file in the working tree that git tracks or would track. */
export const listFiles = (): string[] => {
  const deleted = new Set(linesOf(git('ls-files', '--deleted', '-z')))
  return linesOf(git('ls-files', '--cached', '--others', '--exclude-standard', '-z')).filter((path) => !deleted.has(path))
}

const hasCommit = (commit: string): boolean => {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** Paths that differ between a commit and the working tree. Undefined when the clone does not have the commit. */
export const changedSince = (commit: string): string[] | undefined =>
  hasCommit(commit)
    ? [
        ...linesOf(git('diff', '--name-only', '--no-renames', '-z', commit)),
        ...linesOf(git('ls-files', '--others', '--exclude-standard', '-z')),
      ]
    : undefined
