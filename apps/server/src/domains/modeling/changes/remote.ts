import type { BranchPush } from '@facet/contract'
import type { Touched } from '#kernel/audit'
import type { ChangingContext } from '#context'
import type { Committed, Db } from '#db'
import { type Chosen, requireDeployBranchRight } from '#domains/modeling/branches'
import { findPush, findRemote, pushHead, pushView } from '#engine/modeling'

/** Pushes a shared branch to its git remote, if one is connected. */
export const pushToRemote = async <A>(
  context: ChangingContext,
  { access, branch }: Chosen,
  conclude: (db: Db, touched: Touched<'branch'>[], pushed: { push?: BranchPush | null }) => Promise<A>,
): Promise<Committed<A>> => {
  const touch = (did: 'pushed' | 'unchanged'): Touched<'branch'>[] => [{ kind: 'branch', id: branch.name, did }]
  const remote = await findRemote(context, access)
  if (!remote) return context.effect((db) => conclude(db, touch('unchanged'), {}))
  requireDeployBranchRight(access, branch)
  return pushHead(context, access, remote, branch, async (db, { isPushed }) => {
    const row = await findPush(db, access, branch.id)
    return conclude(db, touch(isPushed ? 'pushed' : 'unchanged'), row ? { push: pushView(row) } : {})
  })
}
