import type { sharedWorkspaceObjects as contract, WorkspaceItem } from '@facet/contract'
import type { Handler } from '#context'
import type { Db } from '#db'
import {
  asAnyEmbedUser,
  contentPage,
  findLevels,
  isCreator,
  levels,
  requireSharedWorkspace,
  type WorkspaceAccess,
} from '#domains/content/items'
import { loadFeed } from './feed-items.ts'
import { findListing } from './feed-listing.ts'
import { sharedView } from './shared-view.ts'

/** Nobody views here: what would be sorted by that is sorted by when it changed. */
const orderOf = <Field extends string>(field: Field | null | undefined) => (field === 'viewer_last_viewed_at' ? 'updated_at' : field)

/**
 * Workbooks whose dashboard the caller may not look at, as getDashboard decides it: without `allowEmbed` only creators see it in a frame, and
 * everybody what is shared with all embed users.
 */
const findClosed = async (db: Db, workspace: WorkspaceAccess, items: readonly WorkspaceItem[]): Promise<Set<number>> => {
  if (!workspace.caller.embed || isCreator(workspace.caller)) return new Set()
  const ids = items.filter(({ publishedDashboard }) => publishedDashboard?.allowEmbed === false).map(({ id }) => id)
  const seen = await findLevels(db, asAnyEmbedUser(workspace), ids)
  return new Set(ids.filter((id) => (seen.get(id)?.level ?? levels.none) === levels.none))
}

export const sharedWorkspaceObjects: Handler<typeof contract> = async ({ params, query }, context) => {
  const workspace = await requireSharedWorkspace(context, params.deploymentId)
  const listing = await findListing(context, workspace, { ...query, orderByField: orderOf(query.orderByField) ?? 'updated_at' })
  const { items, pageInfo } = await contentPage(
    context.db,
    workspace,
    { name: 'sharedWorkspaceObjects', ...listing },
    query,
    async (found) => {
      const feed = await loadFeed(context, workspace, found)
      const closed = await findClosed(context.db, workspace, feed)
      return feed.map((item) => sharedView(item, closed.has(item.id)))
    },
  )
  return { items, pageInfo }
}
