import type { Db } from '#db'
import { changeItem, getItem, type ItemAccess, levels, requireItem, type WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import { requireFolderPlace } from './folder-place.ts'
import { findHeight } from './folder-queries.ts'
import { requireDepth } from './folder-rules.ts'

/** Moves one folder with all below it under the tree's lock, which is the caller's to take. Says whether that changed anything. */
export const moveFolder = async (
  context: { db: Db },
  workspace: WorkspaceAccess,
  id: number,
  folderId: number | null,
): Promise<{ access: ItemAccess<'folder'>; isMoved: boolean }> => {
  const { db } = context
  const access = await requireItem(context, workspace, 'folder', id, levels.full)
  const { parentId, above } = await requireFolderPlace(context, workspace, folderId)
  if (above.some((folder) => folder.id === id))
    throw new Failure('folder_into_itself', `Folder ${parentId} is folder ${id} or lies below it. Choose a destination elsewhere.`)
  const { name, parent_id: current } = await getItem(db, access)
  if (current === parentId) return { access, isMoved: false }
  requireDepth(above, await findHeight(db, access))
  await changeItem(db, access, { name, parentId })
  return { access, isMoved: true }
}
