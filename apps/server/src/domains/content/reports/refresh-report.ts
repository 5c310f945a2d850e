import type { refreshReport as contract } from '@facet/contract'
import type { Handler } from '#context'
import { holdTree, levels, requireItem, requireWorkspace } from '#domains/content/items'
import { recordRefresh } from './report-queries.ts'
import { loadReport } from './report-view.ts'

export const refreshReport: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await holdTree(db, workspace)
  const access = await requireItem(context, workspace, 'report', params.reportId, levels.view)
  await recordRefresh(db, access)
  return loadReport(context, access)
}
