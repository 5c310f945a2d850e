import type { connectReportToWorkbook as contract } from '@facet/contract'
import type { Handler } from '#context'
import { holdTree, levels, requireItem, requireWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { putPlacement } from './placement-queries.ts'
import { loadReport } from './report-view.ts'

export const connectReportToWorkbook: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await holdTree(db, workspace)
  const access = await requireItem(context, workspace, 'report', params.reportId, levels.view)
  const { externalWorkbookId: workbookId, resultLocation, endResultCell = null } = body
  await putPlacement(db, access, { workbookId, resultLocation, endResultCell })
  return audited(await loadReport(context, access), [
    { kind: 'report', id: access.itemId, did: 'updated' },
    { kind: 'deployment', id: params.deploymentId },
  ])
}
