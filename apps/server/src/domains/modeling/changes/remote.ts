import type { Context } from '#context'
import { type Chosen, requireDeployBranchRight } from '#domains/modeling/branches'
import { findRemote, pushHead } from '#domains/modeling/connected-remote'

/** Pushes a shared branch to its git remote, if one is connected. */
export const giveToRemote = async (context: Context, { access, branch }: Chosen): Promise<void> => {
  const remote = await findRemote(context, access)
  if (!remote) return
  requireDeployBranchRight(access, branch)
  await pushHead(context, access, remote, branch)
}
