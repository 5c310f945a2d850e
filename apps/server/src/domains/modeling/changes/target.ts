import type { DeploymentAccess } from '#access'
import type { ReadingContext } from '#context'
import {
  type Branch,
  type Chosen,
  findChosen,
  readWithAccess,
  type ModelSettings,
  requireDeployBranchRight,
} from '#domains/modeling/branches'
import { Failure } from '#kernel/failure'

export const findParent = async (context: ReadingContext, { access, settings, branch }: Chosen): Promise<Branch | undefined> => {
  const { parentId } = branch
  if (parentId === null || branch.kind === 'deploy') return undefined
  return readWithAccess(context, access.deploymentId, (db) => findChosen(db, access, settings, { branchId: parentId }))
}

export const requireParent = async (context: ReadingContext, chosen: Chosen): Promise<Branch> => {
  const parent = await findParent(context, chosen)
  if (parent) return parent
  const { branch, settings } = chosen
  throw new Failure(
    'parent_branch_missing',
    branch.kind === 'deploy'
      ? `"${branch.name}" is the deploy branch and has no parent to merge into. Name another branch.`
      : `"${branch.name}" has no parent to merge into. merge-to-default merges it into the deploy branch "${settings.deployBranch}".`,
  )
}

/** A read-only deploy branch takes no commits; merges are how it changes. */
export const requireCommitInto = (access: DeploymentAccess, settings: ModelSettings, target: Branch): void => {
  requireDeployBranchRight(access, target)
  if (target.kind !== 'deploy' || !settings.isDeployBranchReadOnly) return
  throw new Failure(
    'deploy_branch_read_only',
    `The deploy branch "${target.name}" is read-only: only merges change it. Merge the branch instead of committing it, or work on a shared branch.`,
  )
}

export const requireMergeInto = (access: DeploymentAccess, settings: ModelSettings, target: Branch): void => {
  requireDeployBranchRight(access, target)
  if (target.kind !== 'deploy' || settings.isMergeAllowed) return
  throw new Failure(
    'deploy_branch_merge_off',
    `Merges into the deploy branch "${target.name}" are off. Turn the setting deployBranchMergeAllowed on to allow them.`,
  )
}
