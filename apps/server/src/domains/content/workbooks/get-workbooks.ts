import type { getWorkbooks as contract } from '@facet/contract'
import type { Handler } from '#context'
import { contentPage, countContent, requireFolderOnTheWay, requireWorkspace } from '#domains/content/items'
import { loadWorkbooks } from './workbook-view.ts'

export const getWorkbooks: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  const parentId = query.folderId ?? null
  if (parentId) await requireFolderOnTheWay(context, workspace, parentId)
  const filter = { kinds: ['workbook'], parentId } as const
  const order = { sort: 'updated', isDescending: true } as const
  const page = await contentPage(db, workspace, { name: 'getWorkbooks', ...filter, order }, query, (found) =>
    loadWorkbooks(context, workspace, found),
  )
  return { ...page, count: await countContent(db, workspace, filter) }
}
