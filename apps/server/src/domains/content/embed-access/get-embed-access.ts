import type { getEmbedAccess as contract } from '@facet/contract'
import type { Handler } from '#context'
import { levels, requireItem, requireWorkspace } from '#domains/content/items'
import { readEmbedAccess } from './embed-access-view.ts'

export const getEmbedAccess: Handler<typeof contract> = async ({ params }, context) => {
  const workspace = await requireWorkspace(context, params.deploymentId)
  return readEmbedAccess(context.db, await requireItem(context, workspace, 'workbook', params.workbookId, levels.view))
}
