import type { workspaceObjects as contract } from '@facet/contract'
import type { Handler } from '#context'
import { contentPage, requireWorkspace } from '#domains/content/items'
import { loadFeed } from './feed-items.ts'
import { findListing } from './feed-listing.ts'

export const workspaceObjects: Handler<typeof contract> = async ({ params, query }, context) => {
  const workspace = await requireWorkspace(context, params.deploymentId)
  const listing = { name: 'workspaceObjects', ...(await findListing(context, workspace, query)) }
  const { items, pageInfo } = await contentPage(context.db, workspace, listing, query, (found) => loadFeed(context, workspace, found))
  return { items, pageInfo }
}
