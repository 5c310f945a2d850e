import type { deleteFolder as contract } from '@facet/contract'
import type { Handler } from '#context'
import type { Db } from '#db'
import { levels, lockTree, removeItem, requireItem, requireWorkspace, type WorkspaceAccess } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { detachContent, hasFolders } from './folder-queries.ts'

/** Deletes one folder under the tree's lock, which is the caller's to take. */
export const removeFolder = async (context: { db: Db }, workspace: WorkspaceAccess, id: number): Promise<void> => {
  const { db } = context
  const access = await requireItem(context, workspace, 'folder', id, levels.full)
  if (await hasFolders(db, access))
    throw new Failure('folder_has_folders', `Folder ${id} has sub-folders, whether or not you can see them. Move or delete these first.`)
  await detachContent(db, access)
  await removeItem(db, access)
}

export const deleteFolder: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await lockTree(db, workspace)
  await removeFolder(context, workspace, params.folderId)
  return audited(null, [
    { kind: 'folder', id: params.folderId, did: 'deleted' },
    { kind: 'deployment', id: params.deploymentId },
  ])
}
