import { Failure } from '#kernel/failure'
import type { RemoteConnection } from './remote-connection.ts'
import type { GitDir } from './run.ts'
import { refOf } from './remote-refs.ts'

/** `expected` is where the branch must be on the remote, null for nowhere yet; left out, the push must only add to it. */
export type PushUpdate = { branch: string; sha: string; expected?: string | null }

export type Push = { gitDir: GitDir; updates: readonly PushUpdate[]; signal?: AbortSignal }

const leaseOf = (ref: string, expected: string | null | undefined): string[] =>
  expected === undefined ? [] : [`--force-with-lease=${ref}:${expected ?? ''}`]

// Locks and old values: someone was quicker between the look and the write.
const lostRace =
  /cannot lock ref|failed to update ref|incorrect old value|reference already exists|fetch first|non-fast-forward|stale info/i

const readPushFailure = ({ stdout }: { stdout: string }): Failure | null => {
  const rejected = stdout.split('\n').flatMap((row) => {
    const [flag, refs = '', reason = ''] = row.split('\t')
    return flag === '!' ? [{ branch: refs.slice(refs.indexOf(':') + 1).replace('refs/heads/', ''), reason }] : []
  })
  const moved = rejected.find(({ reason }) => lostRace.test(reason))
  if (moved) return new Failure('remote_moved', `The branch "${moved.branch}" has moved on the remote. Fetch it, and push again.`)
  const refused = rejected.find(({ reason }) => !reason.includes('atomic')) ?? rejected[0]
  if (!refused) return null
  const message = `The remote rejected the push to "${refused.branch}". It may be protected there, or a hook of the remote declined.`
  return new Failure('remote_push_refused', message, { cause: new Error(refused.reason.slice(0, 2000)) })
}

const options = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no']

/** All or nothing, and nothing that is not as expected is overwritten. */
export const pushOver = async (connection: RemoteConnection, { gitDir, updates, signal }: Push, timeoutMs: number): Promise<void> => {
  const leases = updates.flatMap(({ branch, expected }) => leaseOf(refOf(branch), expected))
  const specs = updates.map(({ branch, sha }) => `${sha}:${refOf(branch)}`)
  const atomic = updates.length > 1 ? ['--atomic'] : []
  await connection.run({
    gitDir,
    args: (url) => ['push', ...options, ...atomic, ...leases, '--', url, ...specs],
    timeoutMs,
    findFailure: readPushFailure,
    ...(signal ? { signal } : {}),
  })
}

/** A branch that is not there any more is deleted. */
export const deleteOver = async (
  connection: RemoteConnection,
  { branch, expected }: { branch: string; expected?: string },
): Promise<void> => {
  const ref = refOf(branch)
  const { stdout } = await connection.run({ args: (url) => ['ls-remote', '--', url, ref] })
  const found = stdout
    .toString('utf8')
    .split('\n')
    .find((row) => row.endsWith(`\t${ref}`))
    ?.split('\t')[0]
  if (found === undefined) return
  await connection.run({
    args: (url) => ['push', ...options, ...leaseOf(ref, expected ?? found), '--', url, `:${ref}`],
    findFailure: readPushFailure,
  })
}
