import type { deleteBranch as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { removeRemoteBranch } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { removeBranchRow } from './branch-queries.ts'
import { dropRefs } from './branch-rules.ts'
import { requireBranch } from './choose-branch.ts'

export const deleteBranch: Handler<typeof contract> = async ({ params, query }, context) => {
  const { access, branch } = await requireBranch(context, params.deploymentId, query, 'named')
  if (branch.kind === 'deploy')
    throw new Failure('deploy_branch_kept', 'Cannot remove the main branch. Name another in the setting deployBranchName first.')
  const endPush = (): void => context.pushes.abandon({ branchId: branch.id })
  if (query.removeOnUpstream) {
    // Otherwise it could get there behind the removal. If nothing is removed after all, it is tried again.
    endPush()
    await removeRemoteBranch(context, access, branch)
  }
  // With what points at it: its refs, and dev mode of whoever is on it.
  const deleted = await context.repositories.write(
    context,
    access,
    async (edit) => dropRefs(edit, branch),
    async (db) => {
      await removeBranchRow(db, access, branch)
      return audited({ success: true }, [
        { kind: 'branch', id: branch.name, did: 'deleted' },
        { kind: 'data_model', id: access.deploymentId },
      ])
    },
  )
  endPush()
  return deleted
}
