import { levels, requireFolderOnTheWay, requireItem, type WorkspaceAccess, type WorkspaceContext } from '#domains/content/items'

type Asked = { workbookId?: number | null; folderId?: number | null; search?: string | null }

/** Where to list reports: a workbook before a folder, and a search goes over all folders. 0 is the root, null everywhere. */
export const findReportsParent = async (
  context: WorkspaceContext,
  workspace: WorkspaceAccess,
  { workbookId, folderId, search }: Asked,
): Promise<number | null> => {
  if (folderId) await requireFolderOnTheWay(context, workspace, folderId)
  if (workbookId != null) return (await requireItem(context, workspace, 'workbook', workbookId, levels.view)).itemId
  return search ? null : (folderId ?? null)
}
