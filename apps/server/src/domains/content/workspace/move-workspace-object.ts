import type { moveWorkspaceObject as contract } from '@facet/contract'
import type { Handler } from '#context'
import { lockTree, requireWorkspace } from '#domains/content/items'
import { audited } from '#kernel/audit'
import { moveItem } from './move-item.ts'

export const moveWorkspaceObject: Handler<typeof contract> = async ({ params, body }, context) => {
  const workspace = await requireWorkspace(context, params.deploymentId)
  await lockTree(context.db, workspace)
  const { item, touched } = await moveItem(context, workspace, body, body.folderId ?? null)
  return audited(item, [touched, { kind: 'deployment', id: params.deploymentId }])
}
