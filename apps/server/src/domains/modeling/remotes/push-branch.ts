import type { pushBranch as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { orUnnamed, requireBranch } from '#domains/modeling/branches'
import { pushHead, requireRemote } from '#engine/modeling'
import { Failure } from '#kernel/failure'

export const pushBranch: Handler<typeof contract> = async ({ params, body }, context) => {
  const { access, branch } = await requireBranch(context, params.deploymentId, orUnnamed(body), 'active or deploy')
  if (branch.kind === 'dev')
    throw new Failure(
      'not_shared_branch',
      `"${branch.name}" is a personal dev-mode branch, and those stay here. Commit it to its parent, which is then pushed, or name the branch to push.`,
    )
  const remote = await requireRemote(context, access)
  return pushHead(context, access, remote, branch, async (_db, pushed) =>
    audited(pushed, [
      { kind: 'branch', id: branch.name, did: pushed.isPushed ? 'pushed' : 'unchanged' },
      { kind: 'remote', id: access.deploymentId },
    ]),
  )
}
