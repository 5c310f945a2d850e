import type { updateReport as contract } from '@facet/contract'
import type { Handler } from '#context'
import { afterMove, holdTree, levels, lockTree, requireItem, requireWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { loadReport } from './report-view.ts'
import { changeReport } from './save-report.ts'

export const updateReport: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  const mayMove = body.folderId !== undefined || body.workbookId !== undefined
  await (mayMove ? lockTree : holdTree)(db, workspace)
  const access = await requireItem(context, workspace, 'report', params.reportId, levels.edit)
  const isChanged = await changeReport(context, access, body)
  return audited(await loadReport(context, await afterMove(db, access)), [
    { kind: 'report', id: access.itemId, did: isChanged ? 'updated' : 'unchanged' },
    { kind: 'deployment', id: params.deploymentId },
  ])
}
