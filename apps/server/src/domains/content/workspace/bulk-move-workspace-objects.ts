import type { bulkMoveWorkspaceObjects as contract } from '@facet/contract'
import type { Handler } from '#context'
import { lockTree, requireWorkspace } from '#domains/content/items'
import { audited, touchedIn } from '#kernel/audit'
import { forEachItem } from './bulk.ts'
import { moveItem } from './move-item.ts'

export const bulkMoveWorkspaceObjects: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await lockTree(db, workspace)
  const { done, failed } = await forEachItem(db, body.items, (item) => moveItem(context, workspace, item, body.folderId ?? null))
  return audited(
    { moved: done.map(({ item }) => item), failed },
    touchedIn(
      done.map(({ touched }) => touched),
      { kind: 'deployment', id: params.deploymentId },
    ),
  )
}
