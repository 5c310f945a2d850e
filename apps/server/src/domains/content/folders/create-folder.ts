import type { createFolder as contract } from '@facet/contract'
import type { Handler } from '#context'
import { insertItem, levels, lockTree, requireItem, requireWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { requireFolderPlace } from './folder-place.ts'
import { nextPosition } from './folder-queries.ts'
import { requireDepth } from './folder-rules.ts'
import { getFolderView } from './folder-view.ts'

export const createFolder: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await lockTree(db, workspace)
  const { parentId, above } = await requireFolderPlace(context, workspace, body.parentId)
  requireDepth(above, 1)
  const position = body.position ?? (await nextPosition(db, workspace, parentId))
  const id = await insertItem(db, workspace, { kind: 'folder', name: body.name, parentId, position })
  const access = await requireItem(context, workspace, 'folder', id, levels.view)
  return audited(await getFolderView(db, access), [
    { kind: 'folder', id, did: 'created' },
    { kind: 'deployment', id: params.deploymentId },
  ])
}
