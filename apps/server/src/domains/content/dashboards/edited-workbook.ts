import { holdTree, type ItemAccess, levels, requireItem, requireWorkspace, type WorkspaceContext } from '#domains/content/items'

type WorkbookParams = { deploymentId: number; workbookId: number }

/** A workbook whose dashboard the caller may change. */
export const requireEditedWorkbook = async (
  context: WorkspaceContext,
  { deploymentId, workbookId }: WorkbookParams,
): Promise<ItemAccess<'workbook'>> => {
  const workspace = await requireWorkspace(context, deploymentId)
  // A read asks for the level alone and locks nothing.
  if (context.operation.method !== 'GET') await holdTree(context.db, workspace)
  return requireItem(context, workspace, 'workbook', workbookId, levels.edit)
}
