import type { setBranchStagingEnvironment as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { setBranchStaging } from './branch-queries.ts'
import { branchView } from './branch-view.ts'
import { requireBranch } from './choose-branch.ts'

export const setBranchStagingEnvironment: Handler<typeof contract> = async ({ params, body }, context) => {
  const { access, branch } = await requireBranch(context, params.deploymentId, body, 'named')
  if (branch.kind !== 'shared')
    throw new Failure(
      'not_shared_branch',
      `"${branch.name}" is ${branch.kind === 'dev' ? 'a personal dev-mode branch' : 'the deploy branch'}; only a shared branch has a staging environment.`,
    )
  const state = await context.repositories.read(context, access, async (repository) => repository.state)
  return context.effect(async (db) => {
    await setBranchStaging(db, access, branch.id, body.enabled)
    return audited({ data: branchView({ ...branch, isStaging: body.enabled }, state) }, [
      { kind: 'branch', id: branch.name, did: 'updated' },
      { kind: 'data_model', id: access.deploymentId },
    ])
  })
}
