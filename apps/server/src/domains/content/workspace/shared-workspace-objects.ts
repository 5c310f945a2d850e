import type { sharedWorkspaceObjects as contract } from '@facet/contract'
import type { Handler } from '#context'
import { contentPage, requireSharedWorkspace } from '#domains/content/items'
import { loadFeed } from './feed-items.ts'
import { findListing } from './feed-listing.ts'
import { sharedView } from './shared-view.ts'

/** Nobody views here: what would be sorted by that is sorted by when it changed. */
const orderOf = <Field extends string>(field: Field | null | undefined) => (field === 'viewer_last_viewed_at' ? 'updated_at' : field)

export const sharedWorkspaceObjects: Handler<typeof contract> = async ({ params, query }, context) => {
  const workspace = await requireSharedWorkspace(context, params.deploymentId)
  const listing = await findListing(context, workspace, { ...query, orderByField: orderOf(query.orderByField) ?? 'updated_at' })
  const { items, pageInfo } = await contentPage(
    context.db,
    workspace,
    { name: 'sharedWorkspaceObjects', ...listing },
    query,
    async (found) => (await loadFeed(context, workspace, found)).map(sharedView),
  )
  return { items, pageInfo }
}
