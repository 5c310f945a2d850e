import type { deleteReport as contract } from '@facet/contract'
import type { Handler } from '#context'
import type { Db } from '#db'
import { levels, lockTree, removeItem, requireItem, requireWorkspace, type WorkspaceAccess } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { requireManager } from './require-manager.ts'

/** Deletes one report under the tree's lock, which is the caller's to take. */
export const removeReport = async (context: { db: Db }, workspace: WorkspaceAccess, id: number): Promise<void> => {
  const access = await requireItem(context, workspace, 'report', id, levels.edit)
  requireManager(access)
  await removeItem(context.db, access)
}

export const deleteReport: Handler<typeof contract> = async ({ params }, context) => {
  const workspace = await requireWorkspace(context, params.deploymentId)
  // Nobody records a view or a placement of a report that is being deleted.
  await lockTree(context.db, workspace)
  await removeReport(context, workspace, params.reportId)
  return audited({}, [
    { kind: 'report', id: params.reportId, did: 'deleted' },
    { kind: 'deployment', id: params.deploymentId },
  ])
}
