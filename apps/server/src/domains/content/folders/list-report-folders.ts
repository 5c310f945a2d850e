import type { listReportFolders as contract } from '@facet/contract'
import type { Handler } from '#context'
import { contentPage, countReportsIn, requireWorkspace } from '#domains/content/items'
import { loadFolders } from './folder-view.ts'

const listing = { name: 'listReportFolders', kinds: ['folder'], parentId: null, order: { sort: 'id', isDescending: false } } as const

export const listReportFolders: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  return contentPage(db, workspace, listing, query, async (found) => {
    const counts = await countReportsIn(db, workspace, found)
    const folders = await loadFolders(db, workspace, found)
    return folders.map(({ id, name }) => ({ id, name, reportsCount: counts.get(id) ?? 0 }))
  })
}
