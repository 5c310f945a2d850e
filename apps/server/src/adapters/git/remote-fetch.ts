import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#kernel/failure'
import { type RemoteConnection, type RemoteLimits, remoteTooLarge } from './remote-connection.ts'
import { type RemoteBranch, refOf } from './remote-refs.ts'
import { ChildLimitExceeded, type ChildLimits, describeLimits } from '#adapters/children'
import { GitLimitFailure, remoteLimits } from './limits.ts'
import { requireFitPacks } from './incoming-packs.ts'
import { type GitDir, runIn } from './run.ts'
import { makeEmptyRepository, withFolder } from './workspace.ts'

export type Fetch = {
  gitDir: GitDir
  branches: readonly string[] | 'all'
  /** Where the branches are kept; `refs/remotes/origin/` when left out. With `all`, what the remote no longer has goes from here too. */
  namespace?: string
  signal?: AbortSignal
}

const arrivals = 'refs/arrivals/'
const watchEveryMs = 200
/** A little more than is taken, so that what went over is seen to have. */
export const watchedBytes = 1_048_576

const bytesIn = async (folder: string): Promise<number> => {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name)).catch(() => null))?.size ?? 0))
  return sizes.reduce((total, size) => total + size, 0)
}

/** Ends the work when the folder has grown over the limit: git itself takes whatever a remote sends. */
export const withinBytes = async <T>(
  folder: string,
  maxBytes: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
) => {
  const tooLarge = new AbortController()
  const checkSize = async (): Promise<void> => {
    if ((await bytesIn(folder)) > maxBytes) tooLarge.abort(remoteTooLarge(maxBytes))
  }
  const watch = setInterval(() => void checkSize(), watchEveryMs)
  try {
    return await work(outer ? AbortSignal.any([outer, tooLarge.signal]) : tooLarge.signal)
  } finally {
    clearInterval(watch)
    // Also when it failed: what meets its limit in the middle of a file says nothing of it.
    await checkSize()
    tooLarge.signal.throwIfAborted()
  }
}

export const readFetchFailure = ({ stderr }: { stderr: string }, limits: ChildLimits): Failure | null => {
  const [, missing] = /couldn't find remote ref refs\/heads\/(\S+)/.exec(stderr) ?? []
  if (missing !== undefined) return new Failure('remote_branch_not_found', `The remote has no branch "${missing}".`)
  if (!/fsck error|error in object|index-pack failed|invalid index-pack|did not send all necessary objects/i.test(stderr)) return null
  // The one that indexes writes down what it refuses; only a signal ends it without a word.
  if (/^fatal: fetch-pack: invalid index-pack output\s*$/.test(stderr))
    return new GitLimitFailure('index-pack', new ChildLimitExceeded('processor time', describeLimits(limits)['processor time'], stderr))
  const message = 'The remote sent objects that are damaged, or could harm whoever checks them out. Run git fsck on the repository.'
  return new Failure('remote_content_refused', message, { cause: new Error(stderr.slice(0, 2000)) })
}

const listArrivals = async (gitDir: GitDir): Promise<RemoteBranch[]> => {
  const { stdout } = await runIn(gitDir, { args: ['for-each-ref', '--format=%(objectname) %(refname)', arrivals] })
  const rows = stdout.toString('utf8').split('\n').filter(Boolean)
  return rows.map((row) => ({ sha: row.slice(0, row.indexOf(' ')), name: row.slice(row.indexOf(' ') + 1 + arrivals.length) }))
}

/** A pack is found by its index, so that comes last: nobody sees half of one. */
const takeOver = async (from: string, to: string): Promise<void> => {
  const names = await readdir(join(from, 'objects', 'pack')).catch(() => [])
  const packs = names.filter((name) => /^pack-[0-9a-f]+\.(pack|rev|idx)$/.test(name))
  await mkdir(join(to, 'objects', 'pack'), { recursive: true })
  for (const name of packs.toSorted((left, right) => Number(left.endsWith('.idx')) - Number(right.endsWith('.idx'))))
    await rename(join(from, 'objects', 'pack', name), join(to, 'objects', 'pack', name))
}

const keepRefs = async ({ gitDir, branches, namespace = 'refs/remotes/origin/' }: Fetch, arrived: RemoteBranch[]): Promise<void> => {
  const kept = new Set(arrived.map(({ name }) => `${namespace}${name}`))
  const { stdout } = await runIn(gitDir, { args: ['for-each-ref', '--format=%(refname)', namespace] })
  const gone =
    branches === 'all'
      ? stdout
          .toString('utf8')
          .split('\n')
          .filter((ref) => ref !== '' && !kept.has(ref))
      : []
  const update = (lines: string[]) => runIn(gitDir, { args: ['update-ref', '--stdin'], input: lines.map((line) => `${line}\n`).join('') })
  // Before the others: a branch may now stand where one of these was a folder.
  await update(gone.map((ref) => `delete ${ref}`))
  await update(arrived.map(({ sha, name }) => `update ${namespace}${name} ${sha}`))
}

/**
 * What a remote sends arrives in a repository of its own, is counted and checked there, and is taken over whole. The
 * folder lies beside the objects it will join, so that taking over is a rename.
 */
export const fetchOver = async (
  connection: RemoteConnection,
  fetch: Fetch,
  { maxBytes, fetchTimeoutMs }: RemoteLimits,
): Promise<RemoteBranch[]> => {
  const specs =
    fetch.branches === 'all' ? [`+refs/heads/*:${arrivals}*`] : fetch.branches.map((name) => `+${refOf(name)}:${arrivals}${name}`)
  const options = ['--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules', '--quiet']
  const { path, git } = fetch.gitDir
  return withFolder(
    async (folder) => {
      const incoming = { path: folder, git }
      const limits = remoteLimits(git.limits, maxBytes + watchedBytes)
      await makeEmptyRepository(folder, path)
      await withinBytes(folder, maxBytes, fetch.signal, (signal) =>
        connection.run({
          gitDir: incoming,
          args: (url) => ['fetch', ...options, '--', url, ...specs],
          timeoutMs: fetchTimeoutMs,
          limits,
          signal,
          findFailure: (written) => readFetchFailure(written, limits),
        }),
      )
      const arrived = await listArrivals(incoming)
      await requireFitPacks(incoming, maxBytes, fetch.signal)
      await takeOver(folder, path)
      await keepRefs(fetch, arrived)
      return arrived
    },
    join(path, 'incoming-'),
  )
}
