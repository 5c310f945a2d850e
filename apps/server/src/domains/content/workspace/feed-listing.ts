import type { Static, workspaceObjects } from '@facet/contract'
import {
  type ContentListing,
  itemKinds,
  kindOf,
  requireFolderOnTheWay,
  type WorkspaceAccess,
  type WorkspaceContext,
} from '#domains/content/items'

type FeedQuery = Static<typeof workspaceObjects.query>

const sorts = { updated_at: 'updated', created_at: 'created', name: 'name', viewer_last_viewed_at: 'viewed' } as const

/** What of a workspace a feed shows, and in which order. A search goes over all folders, whatever folder is named. */
export const findListing = async (
  context: WorkspaceContext,
  workspace: WorkspaceAccess,
  query: FeedQuery,
): Promise<Omit<ContentListing, 'name'>> => {
  const { folderId, search } = query
  if (folderId) await requireFolderOnTheWay(context, workspace, folderId)
  const types = query.types == null ? [] : [query.types].flat()
  const sort = sorts[query.orderByField ?? 'updated_at']
  return {
    kinds: types.length === 0 ? itemKinds : types.map(kindOf),
    parentId: search ? null : (folderId ?? 0),
    isLoose: true,
    search,
    foldersFirst: true,
    order: { sort, isDescending: query.orderByDirection ? query.orderByDirection === 'DESC' : sort !== 'name' },
  }
}
