import type { addFavorite as contract } from '@facet/contract'
import type { Handler } from '#context'
import { holdTree, insertFavorite, kindOf, levels, requireItem, requireWorkspace } from '#domains/content/items'

export const addFavorite: Handler<typeof contract> = async ({ params }, context) => {
  const workspace = await requireWorkspace(context, params.deploymentId)
  await holdTree(context.db, workspace)
  await insertFavorite(context.db, await requireItem(context, workspace, kindOf(params.type), params.id, levels.view))
  return null
}
