import { fileLimits } from '@facet/contract'
import { type GitDir, GitLimitFailure, maxCommitBytes, runIn } from '#adapters/git'
import { findPathProblem } from '#domains/modeling/files'
import { Failure } from '#kernel/failure'

// As many files as there may be, each with the longest path.
const maxListingBytes = 12_000_000

const cure = 'Change it in the remote and pull again; nothing was changed here.'

const tooMany = (): Failure =>
  new Failure('file_limit', `The branch of the remote has more than ${fileLimits.maxFiles} files, the maximum for a data model. ${cure}`)

// Git acts upon these in a working tree. Here there is none, and many repositories have them.
const kept = new Set(['.gitattributes', '.gitmodules'])

const isUnreadable = (path: string): boolean => path.includes('\ufffd')

const requireFitPath = (path: string): void => {
  const judged = path
    .split('/')
    .map((name) => (kept.has(name) ? 'kept' : name))
    .join('/')
  const problem = isUnreadable(path) ? 'is not written in UTF-8' : findPathProblem(judged)
  if (problem)
    throw new Failure('file_path_invalid', `The remote has a file whose path ${JSON.stringify(path.slice(0, 200))} ${problem}. ${cure}`)
}

const requireFitSize = (path: string, bytes: number): void => {
  if (bytes > fileLimits.maxBytes)
    throw new Failure('file_too_large', `"${path}" of the remote has ${bytes} bytes; a file has at most ${fileLimits.maxBytes}. ${cure}`)
}

/** Every file of a commit with its size. A tree can name itself many times over, so the listing ends where it becomes too long. */
const listSizes = async (gitDir: GitDir, commit: string, signal: AbortSignal): Promise<{ path: string; bytes: number }[]> => {
  try {
    const { stdout } = await runIn(gitDir, {
      args: ['ls-tree', '-r', '-z', '--format=%(objectsize) %(path)', commit],
      maxOutputBytes: maxListingBytes,
      maxEntries: { separator: 0, max: fileLimits.maxFiles, of: 'files' },
      signal,
    })
    const rows = stdout.toString('utf8').split('\0').filter(Boolean)
    return rows.map((row) => ({ bytes: Number(row.slice(0, row.indexOf(' '))) || 0, path: row.slice(row.indexOf(' ') + 1) }))
  } catch (error) {
    if (error instanceof GitLimitFailure && error.limit === 'output') throw tooMany()
    throw error
  }
}

const requireFitCommit = async (gitDir: GitDir, commit: string, signal: AbortSignal): Promise<void> => {
  const { stdout } = await runIn(gitDir, { args: ['cat-file', '-s', commit], signal })
  if (Number(stdout.toString('latin1')) > maxCommitBytes)
    throw new Failure('model_too_large', `The commit ${commit} of the remote has a message of more than ${maxCommitBytes} bytes. ${cure}`)
}

/** Holds what a remote has to the rules for files here. Links and submodules are entries that nothing follows. */
export const requireFitContent = async (gitDir: GitDir, commit: string, signal: AbortSignal): Promise<void> => {
  await requireFitCommit(gitDir, commit, signal)
  const files = await listSizes(gitDir, commit, signal)
  for (const { path, bytes } of files) {
    requireFitPath(path)
    requireFitSize(path, bytes)
  }
}
