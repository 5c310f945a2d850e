import type { mergeIntoParentBranch as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { enterBranch, requireBranch } from '#domains/modeling/branches'
import { acknowledgedIn } from '#domains/modeling/diff'
import { awaitPush } from '#engine/modeling'
import { mergeBranch } from './merge-branch.ts'
import { requireParent } from './target.ts'

export const mergeIntoParentBranch: Handler<typeof contract> = async ({ params, body }, context) => {
  const chosen = await requireBranch(context, params.deploymentId, body, 'active')
  const parent = await requireParent(context, chosen)
  const isRemoved = body.deleteBranch === true
  const options = {
    message: body.message || null,
    isSquash: body.squashCommits === true,
    isRemoved,
    isBuildRequired: body.requireBuild === true,
    acknowledged: acknowledgedIn(body),
  }
  const merging = await mergeBranch(context, chosen, parent, options, async (db, merged, pushed) => {
    if (body.switchToParentBranch) await enterBranch(db, chosen.access, parent.id)
    return audited({ merged: true, branchDeleted: isRemoved, ...pushed }, [
      ...merged,
      ...(body.switchToParentBranch ? [{ kind: 'branch', id: parent.name, did: 'entered' } as const] : []),
      { kind: 'data_model', id: chosen.access.deploymentId },
    ])
  })
  return awaitPush(context, chosen.access, parent, merging)
}
