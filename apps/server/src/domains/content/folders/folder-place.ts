import type { Db } from '#db'
import { findFolderPaths, type FolderPathEntry, requirePlace, type WorkspaceAccess } from '#domains/content/items'

/** Where a folder is to lie, and what contains it there, from the root down. */
export const requireFolderPlace = async (
  context: { db: Db },
  workspace: WorkspaceAccess,
  folderId: number | null | undefined,
): Promise<{ parentId: number | null; above: Pick<FolderPathEntry, 'id'>[] }> => {
  const parentId = await requirePlace(context, workspace, folderId)
  if (parentId === null) return { parentId, above: [] }
  const path = (await findFolderPaths(context.db, workspace, [parentId])).get(parentId) ?? []
  return { parentId, above: [...path, { id: parentId }] }
}
