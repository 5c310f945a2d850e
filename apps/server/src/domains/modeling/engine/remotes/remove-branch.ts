import type { DeploymentAccess } from '#access'
import { isAncestor } from '#adapters/git'
import type { RemoteContext } from './remote-context.ts'
import { Failure } from '#kernel/failure'
import { requireRemote } from './open-remote.ts'
import { findRemoteHead } from './remote-rules.ts'

/** Removes a branch from the remote, unless it has commits there that are not here. */
export const removeRemoteBranch = async (context: RemoteContext, access: DeploymentAccess, branch: { name: string }): Promise<void> => {
  const remote = await requireRemote(context, access)
  const expected = findRemoteHead(await context.remotes.listBranches(remote), branch)
  if (expected === null) return
  const isKnown = await context.repositories.read(context, access, async ({ state, gitDir }) =>
    isAncestor(gitDir, expected, state.refs[`heads/${branch.name}`] ?? '', context.signal),
  )
  if (!isKnown)
    throw new Failure(
      'remote_moved',
      `The branch "${branch.name}" of the remote has commits that are not here, so it was not removed. Pull it first, or remove it at the host.`,
    )
  await context.remotes.deleteBranch(remote, { branch: branch.name, expected })
}
