import type { Db } from '#db'
import { changeItem, getItem, type ItemAccess, levels, requireItem, type WorkspaceAccess } from '#domains/content/items'
import { requireMovedPlace } from './report-place.ts'
import { requireManager } from './require-manager.ts'

/** Moves one report under the tree's lock, which is the caller's to take. Says whether that changed anything. */
export const moveReport = async (
  context: { db: Db },
  workspace: WorkspaceAccess,
  id: number,
  folderId: number | null,
): Promise<{ access: ItemAccess<'report'>; isMoved: boolean }> => {
  const { db } = context
  const access = await requireItem(context, workspace, 'report', id, levels.edit)
  requireManager(access)
  const place = await requireMovedPlace(context, access, await getItem(db, access), folderId)
  if (place) await changeItem(db, access, place)
  return { access, isMoved: place !== null }
}
