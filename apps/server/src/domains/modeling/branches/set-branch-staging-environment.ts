import type { setBranchStagingEnvironment as contract } from '@facet/contract'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { requireBranch } from './choose-branch.ts'

export const setBranchStagingEnvironment: Handler<typeof contract> = async ({ params, body }, context) => {
  const { branch } = await requireBranch(context, params.deploymentId, body, 'named')
  if (branch.kind !== 'shared')
    throw new Failure(
      'not_shared_branch',
      `"${branch.name}" is ${branch.kind === 'dev' ? 'a personal dev-mode branch' : 'the deploy branch'}; only a shared branch has a staging environment.`,
    )
  throw new Failure(
    'not_in_this_version',
    `This version has no staging environments, so "${branch.name}" was not changed. Use dev mode to query a branch.`,
  )
}
