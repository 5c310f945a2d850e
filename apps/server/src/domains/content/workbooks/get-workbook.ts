import type { getWorkbook as contract } from '@facet/contract'
import type { Handler } from '#context'
import { levels, requireItem, requireWorkspace } from '#domains/content/items'
import { loadWorkbook } from './workbook-view.ts'

export const getWorkbook: Handler<typeof contract> = async ({ params }, context) => {
  const workspace = await requireWorkspace(context, params.deploymentId)
  const access = await requireItem(context, workspace, 'workbook', params.workbookId, levels.view)
  return loadWorkbook(context, access, access.itemId)
}
