import type { Touched } from '#audit'
import type { Context } from '#context'
import { type Chosen, requireDeployBranchRight } from '#domains/modeling/branches'
import { findRemote, pushHead } from '#domains/modeling/connected-remote'

/** Pushes a shared branch to its git remote, if one is connected. */
export const giveToRemote = async (context: Context, { access, branch }: Chosen): Promise<Touched<'branch'>[]> => {
  const remote = await findRemote(context, access)
  if (!remote) return [{ kind: 'branch', id: branch.name, did: 'unchanged' }]
  requireDeployBranchRight(access, branch)
  const { isPushed } = await pushHead(context, access, remote, branch)
  return [{ kind: 'branch', id: branch.name, did: isPushed ? 'pushed' : 'unchanged' }]
}
