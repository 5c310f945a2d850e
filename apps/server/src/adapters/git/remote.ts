import { tmpdir } from 'node:os'
import { type Outbound, readRemoteUrl, type RemoteUrl } from '#adapters/outbound'
import { Failure } from '#kernel/failure'
import { type Clone, type Cloned, cloneOver } from './remote-clone.ts'
import { type Fetch, fetchOver } from './remote-fetch.ts'
import { findHeadOver, type RemoteHead } from './remote-head.ts'
import { type RemoteAccess, type Remote, type RemoteLimits, withRemoteConnection } from './remote-connection.ts'
import { findProblem, type RemoteProblem } from './remote-outcome.ts'
import { deleteOver, type Push, pushOver } from './remote-push.ts'
import { listRefs, type RemoteBranch, type RemoteRefs } from './remote-refs.ts'
import { createGit, type Git } from './run.ts'
import { type HostKey, scanHostKeys } from './ssh-keys.ts'

export type ConnectionTest =
  | { isReachable: true; message: string; branches: string[]; defaultBranch: string | null }
  | { isReachable: false; cause: RemoteProblem; message: string }

export type Remotes = {
  /** Refuses an address that may not be dialled, before anything is kept of it. */
  judge: (url: string) => Promise<RemoteUrl>
  listBranches: (remote: Remote, signal?: AbortSignal) => Promise<RemoteRefs>
  /** Answers with the branches that were fetched and where they are. */
  fetchInto: (remote: Remote, fetch: Fetch) => Promise<RemoteBranch[]>
  /** Where a branch or tag is now; the default branch for null. */
  findHead: (remote: Remote, ref: string | null, signal?: AbortSignal) => Promise<RemoteHead>
  /** Files of one commit, without its history. */
  clone: (remote: Remote, clone: Clone) => Promise<Cloned>
  pushTo: (remote: Remote, push: Push) => Promise<void>
  deleteBranch: (remote: Remote, branch: { branch: string; expected?: string }) => Promise<void>
  testConnection: (remote: Remote) => Promise<ConnectionTest>
  /** For whoever connects over SSH to see and to pin. */
  listHostKeys: (url: string) => Promise<HostKey[]>
}

const standardLimits: RemoteLimits = { maxBytes: 1_073_741_824, fetchTimeoutMs: 600_000, askTimeoutMs: 30_000 }

/** What a test says of a failure to reach a remote. Any other is thrown on. */
export const failedTest = (error: unknown): ConnectionTest => {
  const cause = error instanceof Failure ? findProblem(error) : null
  if (cause === null || !(error instanceof Failure)) throw error
  return { isReachable: false, cause, message: error.message }
}

const testConnection = async (reach: RemoteAccess, remote: Remote): Promise<ConnectionTest> => {
  const url = readRemoteUrl(remote.url, ['https', 'ssh'])
  if ('problem' in url) return { isReachable: false, cause: url.problem, message: url.message }
  try {
    const { branches, defaultBranch } = await withRemoteConnection(reach, remote, (connection) => listRefs(connection))
    return { isReachable: true, message: 'Repository is reachable', branches: branches.map(({ name }) => name), defaultBranch }
  } catch (error) {
    return failedTest(error)
  }
}

/** Git repositories on other hosts, over HTTPS and SSH, reached by way of the guard and not otherwise. */
export const createRemotes = ({
  outbound,
  caFile = null,
  limits = {},
  gitOf = () => createGit(),
  folder = tmpdir(),
}: {
  outbound: Outbound
  caFile?: string | null
  limits?: Partial<RemoteLimits>
  gitOf?: (tenantId: number) => Git
  /** Of this process, so that what a killed one left in it is known to be left. */
  folder?: string
}): Remotes => {
  const reach: RemoteAccess = { outbound, caFile, limits: { ...standardLimits, ...limits }, gitOf, folder }
  return {
    judge: (url) => outbound.resolve(url, ['https', 'ssh']),
    listBranches: (remote, signal) => withRemoteConnection(reach, remote, (connection) => listRefs(connection, signal)),
    fetchInto: (remote, fetch) => withRemoteConnection(reach, remote, (connection) => fetchOver(connection, fetch, reach.limits)),
    findHead: (remote, ref, signal) => withRemoteConnection(reach, remote, (connection) => findHeadOver(connection, ref, signal)),
    clone: (remote, clone) =>
      withRemoteConnection(reach, remote, (connection) => cloneOver(connection, gitOf(remote.tenantId), clone, reach.limits)),
    pushTo: (remote, push) => withRemoteConnection(reach, remote, (connection) => pushOver(connection, push, reach.limits.fetchTimeoutMs)),
    deleteBranch: (remote, branch) => withRemoteConnection(reach, remote, (connection) => deleteOver(connection, branch)),
    testConnection: (remote) => testConnection(reach, remote),
    listHostKeys: async (url) => scanHostKeys(await outbound.resolve(url, ['ssh'])),
  }
}
