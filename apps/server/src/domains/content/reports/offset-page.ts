import { offsetCap } from '@facet/contract'
import type { Db } from '#db'
import { type ContentListing, type ContentPage, listFirst, type LoadItems, type WorkspaceAccess } from '#domains/content/items'
import { Failure } from '#kernel/failure'
import { offsetOf, type PageRequest, standardOffsetLimit } from '#kernel/paging'

type Range = { offset: number; limit: number }

/** The deprecated style, or null when the request uses cursors. */
export const offsetOfReports = ({
  page,
  limit,
  ...request
}: PageRequest & { page?: number | null; limit?: number | null }): Range | null => {
  if (page == null && limit == null) return null
  if (request.first != null || request.after != null)
    throw new Failure('mixed_paging', 'Send either `first` and `after`, or the deprecated `page` and `limit`, not both.')
  const size = limit ?? standardOffsetLimit
  return offsetOf({ limit: size, offset: ((page ?? 1) - 1) * size })
}

/**
 * Pages by number: what comes before is found again each time, and beyond the cap there is nothing. A page that ended early would hide what
 * is left of it, since the next begins at a fixed place.
 */
export const offsetPage = async <Item>(
  db: Db,
  workspace: WorkspaceAccess,
  listing: ContentListing,
  { offset, limit }: Range,
  load: LoadItems<Item>,
): Promise<ContentPage<Item>> => {
  const end = Math.min(offset + limit, offsetCap)
  const found = await listFirst(db, workspace, listing, end + 1)
  const asked = found.slice(offset, end)
  const items = await load(asked)
  if (items.length < asked.length)
    throw new Failure(
      'page_too_large',
      `The ${asked.length} reports of this page have more documents than an answer has room for; the first ${items.length} would fit. Send a smaller \`limit\`, or page with \`first\` and \`after\`.`,
    )
  const hasNextPage = found.length > end && end < offsetCap
  return { items, data: items, pageInfo: { hasNextPage, hasPreviousPage: offset > 0, startCursor: null, endCursor: null } }
}
