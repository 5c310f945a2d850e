import type { Db } from '#db'
import { changeItem, getItem, type ItemAccess, levels, requireItem, requirePlace, type WorkspaceAccess } from '#domains/content/items'

/** Moves one workbook with its reports under the tree's lock, which is the caller's to take. Says whether that changed anything. */
export const moveWorkbook = async (
  context: { db: Db },
  workspace: WorkspaceAccess,
  id: number,
  folderId: number | null,
): Promise<{ access: ItemAccess<'workbook'>; isMoved: boolean }> => {
  const { db } = context
  const access = await requireItem(context, workspace, 'workbook', id, levels.full)
  const parentId = await requirePlace(context, workspace, folderId)
  const isMoved = (await getItem(db, access)).parent_id !== parentId
  if (isMoved) await changeItem(db, access, { parentId })
  return { access, isMoved }
}
