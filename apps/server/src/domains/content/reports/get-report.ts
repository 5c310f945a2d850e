import type { getReport as contract } from '@facet/contract'
import type { Handler } from '#context'
import { levels, requireItem, requireWorkspace } from '#domains/content/items'
import { loadReport } from './report-view.ts'

export const getReport: Handler<typeof contract> = async ({ params }, context) => {
  const workspace = await requireWorkspace(context, params.deploymentId)
  const access = await requireItem(context, workspace, 'report', params.reportId, levels.view)
  return loadReport(context, access)
}
