import type { removeFavorite as contract } from '@facet/contract'
import type { Handler } from '#context'
import { deleteFavorite, holdTree, kindOf, levels, requireItem, requireWorkspace } from '#domains/content/items'

export const removeFavorite: Handler<typeof contract> = async ({ params }, context) => {
  const workspace = await requireWorkspace(context, params.deploymentId)
  await holdTree(context.db, workspace)
  await deleteFavorite(context.db, await requireItem(context, workspace, kindOf(params.type), params.id, levels.view))
  return null
}
