import type { deleteWorkbook as contract } from '@facet/contract'
import type { Handler } from '#context'
import type { Db } from '#db'
import { findDashboardHead } from '#domains/content/dashboards'
import { levels, lockTree, removeItem, requireItem, requireWorkspace, type WorkspaceAccess } from '#domains/content/items'
import { audited, type Touched } from '#kernel/audit'

type Removed = [Touched<'workbook'>, ...Touched<'report' | 'dashboard'>[]]

/** Deletes one workbook with its reports and its dashboard under the tree's lock, which is the caller's to take. Says what is gone. */
export const removeWorkbook = async (context: { db: Db }, workspace: WorkspaceAccess, id: number): Promise<Removed> => {
  const { db } = context
  const access = await requireItem(context, workspace, 'workbook', id, levels.full)
  const dashboard = await findDashboardHead(db, access)
  const gone = await removeItem(db, access)
  const reportIds = gone.filter((goneId) => goneId !== id)
  return [
    { kind: 'workbook', id, did: 'deleted' },
    ...reportIds.map((reportId) => ({ kind: 'report', id: reportId, did: 'deleted' }) as const),
    ...(dashboard ? [{ kind: 'dashboard', id: dashboard.id, did: 'deleted' } as const] : []),
  ]
}

export const deleteWorkbook: Handler<typeof contract> = async ({ params }, context) => {
  const workspace = await requireWorkspace(context, params.deploymentId)
  // Nobody puts a report into a workbook that is being deleted.
  await lockTree(context.db, workspace)
  const gone = await removeWorkbook(context, workspace, params.workbookId)
  return audited({}, [...gone, { kind: 'deployment', id: params.deploymentId }])
}
