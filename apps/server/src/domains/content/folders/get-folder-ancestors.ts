import type { getFolderAncestors as contract } from '@facet/contract'
import type { Handler } from '#context'
import { findFolderPaths, findLevels, levels, requireFolderOnTheWay, requireWorkspace } from '#domains/content/items'
import { loadFolders } from './folder-view.ts'

export const getFolderAncestors: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  const { itemId } = await requireFolderOnTheWay(context, workspace, params.folderId)
  const path = (await findFolderPaths(db, workspace, [itemId])).get(itemId) ?? []
  const ids = [...path.map(({ id }) => id), itemId]
  const found = await findLevels(db, workspace, ids)
  return loadFolders(
    db,
    workspace,
    ids.map((id) => ({ id, level: found.get(id)?.level ?? levels.none })),
  )
}
