import type { updateFolder as contract } from '@facet/contract'
import type { Handler } from '#context'
import { changeItem, getItem, holdTree, levels, requireItem, requireWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { getFolderView } from './folder-view.ts'

export const updateFolder: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await holdTree(db, workspace)
  const access = await requireItem(context, workspace, 'folder', params.folderId, levels.edit)
  const current = await getItem(db, access)
  const { name, position } = { name: body.name ?? current.name, position: body.position ?? current.position }
  const isChanged = name !== current.name || position !== current.position
  if (isChanged) await changeItem(db, access, { name, position })
  return audited(await getFolderView(db, access), [
    { kind: 'folder', id: access.itemId, did: isChanged ? 'updated' : 'unchanged' },
    { kind: 'deployment', id: params.deploymentId },
  ])
}
