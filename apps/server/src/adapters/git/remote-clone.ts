import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#kernel/failure'
import { requireFitPacks } from './incoming-packs.ts'
import { remoteLimits } from './limits.ts'
import type { RemoteConnection, RemoteLimits } from './remote-connection.ts'
import { readFetchFailure, watchedBytes, withinBytes } from './remote-fetch.ts'
import { findHeadOver, type RemoteHead } from './remote-head.ts'
import { type Git, type GitDir, runIn } from './run.ts'
import { makeEmptyRepository } from './workspace.ts'

export type Clone = {
  /** A branch or tag; null is the default branch. */
  ref: string | null
  /** Empty. Gets `git` with what was fetched and `files` with what is checked out. */
  folder: string
  signal?: AbortSignal
}

/** `paths` are those of files and links, from the top of the repository. */
export type Cloned = RemoteHead & { files: string; paths: string[] }

const maxFiles = 100_000
const maxCheckedOutBytes = 1_073_741_824

const tooLarge = (what: string): Failure =>
  new Failure('remote_too_large', `The repository checks out to more than ${what}. Sync from one that holds only the dbt project.`)

/** A tree of a few objects can stand for billions of paths, and one blob for many files: both are counted before anything is written. */
const listFiles = async (gitDir: GitDir, commit: string, signal: AbortSignal | undefined): Promise<string[]> => {
  const { stdout } = await runIn(gitDir, {
    args: ['ls-tree', '-r', '-l', '-z', '--full-tree', commit],
    maxOutputBytes: 64 * 1_048_576,
    maxEntries: { separator: 0, max: maxFiles, of: 'files' },
    ...(signal ? { signal } : {}),
  })
  let bytes = 0
  const paths: string[] = []
  for (const row of stdout.toString('utf8').split('\0')) {
    const [, size, path] = /^\d+ \w+ [0-9a-f]+ +(\d+|-)\t(.+)$/s.exec(row) ?? []
    if (path === undefined) continue
    bytes += Number(size === '-' ? 0 : size)
    // A submodule has no size, and is not fetched.
    if (size !== '-') paths.push(path)
  }
  if (bytes > maxCheckedOutBytes) throw tooLarge(`${maxCheckedOutBytes / 1_048_576} MB`)
  return paths
}

/** Writes files and links. Nothing of the repository is run for it: no hooks, no filters, no submodules. */
const checkOut = async (gitDir: GitDir, commit: string, files: string, signal: AbortSignal | undefined): Promise<void> => {
  const env = { GIT_WORK_TREE: files, GIT_INDEX_FILE: join(gitDir.path, 'index') }
  const options = { env, ...(signal ? { signal } : {}) }
  await runIn(gitDir, { args: ['read-tree', commit], ...options })
  await runIn(gitDir, { args: ['checkout-index', '--all', '--force', '--quiet'], ...options, timeoutMs: 300_000 })
}

/** One commit of a remote, without its history, fetched and checked as any fetch is. */
export const cloneOver = async (connection: RemoteConnection, git: Git, clone: Clone, limits: RemoteLimits): Promise<Cloned> => {
  const { folder, signal } = clone
  const head = await findHeadOver(connection, clone.ref, signal)
  const gitDir: GitDir = { path: join(folder, 'git'), git }
  const files = join(folder, 'files')
  const childLimits = remoteLimits(git.limits, limits.maxBytes + watchedBytes)
  await makeEmptyRepository(gitDir.path)
  await mkdir(files)
  await withinBytes(gitDir.path, limits.maxBytes, signal, (within) =>
    connection.run({
      gitDir,
      args: (url) => [
        'fetch',
        '--depth=1',
        '--no-tags',
        '--no-write-fetch-head',
        '--no-auto-maintenance',
        '--no-recurse-submodules',
        '--quiet',
        '--',
        url,
        `+${head.ref}:refs/arrivals/cloned`,
      ],
      timeoutMs: limits.fetchTimeoutMs,
      limits: childLimits,
      signal: within,
      findFailure: (written) => readFetchFailure(written, childLimits),
    }),
  )
  await requireFitPacks(gitDir, limits.maxBytes, signal)
  // It may have moved since it was asked for: what came is what is told.
  const { stdout } = await runIn(gitDir, { args: ['rev-parse', '--verify', 'refs/arrivals/cloned^{commit}'] })
  const sha = stdout.toString('latin1').trim()
  const paths = await listFiles(gitDir, sha, signal)
  await checkOut(gitDir, sha, files, signal)
  return { ref: head.ref, sha, files, paths }
}
