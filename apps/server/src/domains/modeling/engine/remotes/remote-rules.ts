import type { RemoteRefs } from '#adapters/git'
import type { RepositoryId } from '../repositories/index.ts'

/** Where the remote had a branch when it was last looked at. */
export const remoteRef = (branch: { name: string }): string => `remotes/${branch.name}`

/** Where the remote has a branch now. */
export const findRemoteHead = ({ branches }: RemoteRefs, branch: { name: string }): string | null =>
  branches.find(({ name }) => name === branch.name)?.sha ?? null

/** What each secret is sealed to: it opens nowhere else. */
export const secretAads = ({ deploymentId }: Pick<RepositoryId, 'deploymentId'>) => ({
  token: `remote token ${deploymentId}`,
  sshKey: `remote ssh key ${deploymentId}`,
})
