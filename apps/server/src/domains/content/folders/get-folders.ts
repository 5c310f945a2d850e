import type { getFolders as contract } from '@facet/contract'
import type { Handler } from '#context'
import { contentPage, countContent, requireFolderOnTheWay, requireWorkspace } from '#domains/content/items'
import { loadFolders } from './folder-view.ts'

export const getFolders: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  const parentId = query.parentId ?? 0
  if (parentId !== 0) await requireFolderOnTheWay(context, workspace, parentId)
  const filter = { kinds: ['folder'], parentId } as const
  const listing = { ...filter, name: 'getFolders', order: { sort: 'position', isDescending: false } } as const
  const page = await contentPage(db, workspace, listing, query, (found) => loadFolders(db, workspace, found))
  return { ...page, count: await countContent(db, workspace, filter) }
}
