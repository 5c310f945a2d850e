import type { getReports as contract } from '@facet/contract'
import type { Handler } from '#context'
import { type ContentListing, contentPage, countContent, type FoundItem, requireWorkspace } from '#domains/content/items'
import { offsetPage, offsetOfReports } from './offset-page.ts'
import { findReportsParent } from './reports-parent.ts'
import { loadReports } from './report-view.ts'

const sorts = { name: 'name', createdAt: 'created', updatedAt: 'updated', lastViewedAt: 'viewed' } as const

export const getReports: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const workspace = await requireWorkspace(context, params.deploymentId)
  const { search, externalWorkbookId } = query
  const range = offsetOfReports(query)
  const filter = { kinds: ['report'] as const, parentId: await findReportsParent(context, workspace, query), search, externalWorkbookId }
  const sort = sorts[query.sortBy ?? 'updatedAt']
  const isDescending = query.sortDirection ? query.sortDirection === 'DESC' : sort !== 'name'
  const listing: ContentListing = { ...filter, name: 'getReports', order: { sort, isDescending } }
  const load = (found: FoundItem[]) => loadReports(context, workspace, found)
  const page = range ? await offsetPage(db, workspace, listing, range, load) : await contentPage(db, workspace, listing, query, load)
  return { ...page, count: await countContent(db, workspace, filter) }
}
