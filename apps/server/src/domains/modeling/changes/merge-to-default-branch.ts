import type { mergeToDefaultBranch as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { findChosen, readWithAccess, requireBranch } from '#domains/modeling/branches'
import { acknowledgedIn } from '#domains/modeling/diff'
import { awaitPush } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { mergeBranch } from './merge-branch.ts'

export const mergeToDefaultBranch: Handler<typeof contract> = async ({ params, body }, context) => {
  const chosen = await requireBranch(context, params.deploymentId, body, 'active')
  const { access, settings, branch } = chosen
  if (branch.kind === 'deploy')
    throw new Failure('merge_into_itself', `"${branch.name}" is the deploy branch and cannot be merged into itself. Name another branch.`)
  const target = await readWithAccess(context, params.deploymentId, (db) =>
    findChosen(db, access, settings, { branchName: settings.deployBranch }),
  )
  const isRemoved = body.removeBranchAfterMerge === true
  const options = {
    message: body.message || null,
    isSquash: false,
    isRemoved,
    isBuildRequired: body.requireBuild === true,
    acknowledged: acknowledgedIn(body),
  }
  const merging = await mergeBranch(context, chosen, target, options, async (_db, merged, pushed) =>
    audited({ merged: true, branchDeleted: isRemoved, ...pushed }, [...merged, { kind: 'data_model', id: access.deploymentId }]),
  )
  return awaitPush(context, access, target, merging)
}
