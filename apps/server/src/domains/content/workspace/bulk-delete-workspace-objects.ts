import type { bulkDeleteWorkspaceObjects as contract } from '@facet/contract'
import type { Handler } from '#context'
import { lockTree, requireWorkspace } from '#domains/content/items'
import { audited, touchedIn } from '#kernel/audit'
import { forEachItem } from './bulk.ts'
import { deleteItem } from './delete-item.ts'

export const bulkDeleteWorkspaceObjects: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  await lockTree(db, workspace)
  const { done, failed } = await forEachItem(db, body.items, async (item) => ({
    item,
    touched: await deleteItem(context, workspace, item),
  }))
  return audited(
    { deleted: done.map(({ item }) => item), failed },
    touchedIn(
      done.flatMap(({ touched }) => touched),
      { kind: 'deployment', id: params.deploymentId },
    ),
  )
}
