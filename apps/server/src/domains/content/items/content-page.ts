import type { PageInfo } from '@facet/contract'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { keysetPage, pageLimit, type PageRequest } from '#kernel/paging'
import { type ContentFilter, type ContentOrder, type FoundItem, listContent, listViewed, type Place } from './page-queries.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

/** `name` tells the cursors of one list from those of another. With `foldersFirst` these come by position, before what the order is for. */
export type ContentListing = ContentFilter & {
  name: string
  order: ContentOrder | { sort: 'viewed'; isDescending: boolean }
  foldersFirst?: boolean
}

/** What is shown of a page: as many of its items as fit, from the first on. One that was deleted since it was found is not among them. */
export type LoadItems<Item> = (found: FoundItem[]) => Promise<Item[]>

export type ContentPage<Item> = { items: Item[]; data: Item[]; pageInfo: PageInfo }

/** Behind which row a page begins; folders may come before the rest. */
type Start = { rank: number; place: Place }

type Read = (after: Place | null, limit: number) => Promise<FoundItem[]>

const foldersOrder: ContentOrder = { sort: 'position', isDescending: false }
const [folderRank, otherRank] = [0, 1]

const rankOf = (listing: ContentListing, kind: FoundItem['kind']): number =>
  listing.foldersFirst && kind === 'folder' ? folderRank : otherRank

/** Those never viewed come last, by name, whatever the direction. */
const viewedFirst =
  (db: Db, workspace: WorkspaceAccess, filter: ContentFilter, isDescending: boolean): Read =>
  async (_after, limit) => {
    const viewed = await listViewed(db, workspace, filter, isDescending, limit)
    if (viewed.length >= limit) return viewed
    const seen = new Set(viewed.map(({ id }) => id))
    const byName = { sort: 'name', isDescending: false } as const
    const others = await listContent(db, workspace, filter, byName, null, limit + seen.size)
    return [...viewed, ...others.filter(({ id }) => !seen.has(id))].slice(0, limit)
  }

const readerOf = (db: Db, workspace: WorkspaceAccess, filter: ContentFilter, order: ContentListing['order']): Read => {
  const { sort, isDescending } = order
  return sort === 'viewed'
    ? viewedFirst(db, workspace, filter, isDescending)
    : (after, limit) => listContent(db, workspace, filter, { sort, isDescending }, after, limit)
}

const readPage = async (
  db: Db,
  workspace: WorkspaceAccess,
  listing: ContentListing,
  after: Start | null,
  limit: number,
): Promise<FoundItem[]> => {
  if (!listing.foldersFirst) return readerOf(db, workspace, listing, listing.order)(after && after.place, limit)
  const folders = { ...listing, kinds: listing.kinds.filter((kind) => kind === 'folder') }
  const others = { ...listing, kinds: listing.kinds.filter((kind) => kind !== 'folder') }
  const isAmongFolders = after === null || after.rank === folderRank
  const first = isAmongFolders ? await readerOf(db, workspace, folders, foldersOrder)(after && after.place, limit) : []
  if (first.length >= limit) return first
  const rest = await readerOf(db, workspace, others, listing.order)(isAmongFolders ? null : after.place, limit - first.length)
  return [...first, ...rest]
}

/** A forged key is refused: numbers are compared as numbers. */
const placeIn = (sort: string, key: string, id: number): Place => {
  if (sort !== 'name' && sort !== 'id' && !/^-?\d{1,16}$/.test(key))
    throw new Failure(
      'invalid_cursor',
      'The `after` cursor was not made by this list. Send the `endCursor` of its last page, or leave it out.',
    )
  return { key, id }
}

type Shown<Item> = { row: FoundItem; item: Item }

/**
 * Rows with what is shown of them, found by their ids: between two statements some may be deleted. Where nothing is left of a page it
 * reads on, since such a page would have no cursor to go on from; an order without cursors is not read on.
 */
const showRows = async <Item extends { id: number }>(
  after: Start | null,
  limit: number,
  read: (after: Start | null) => Promise<FoundItem[]>,
  load: LoadItems<Item>,
  startBehind: ((row: FoundItem) => Start) | null,
): Promise<{ shown: Shown<Item>[]; hasMore: boolean }> => {
  const rows = await read(after)
  const asked = rows.slice(0, limit)
  const last = asked.at(-1)
  const byId = new Map((await load(asked)).map((item) => [item.id, item]))
  const shown = asked.flatMap((row) => {
    const item = byId.get(row.id)
    return item === undefined ? [] : [{ row, item }]
  })
  const hasMore = rows.length > limit
  if (shown.length === 0 && hasMore && last && startBehind) return showRows(startBehind(last), limit, read, load, startBehind)
  return { shown, hasMore: hasMore || (shown.length > 0 && shown.at(-1)?.row !== last) }
}

/**
 * A page of what the caller sees. `load` gives what is shown of the items; when it gives fewer, the page ends there and the next
 * begins behind it.
 */
export const contentPage = async <Item extends { id: number }>(
  db: Db,
  workspace: WorkspaceAccess,
  listing: ContentListing,
  request: PageRequest,
  load: LoadItems<Item>,
): Promise<ContentPage<Item>> => {
  const { sort, isDescending } = listing.order
  if (sort === 'viewed' && request.after)
    throw new Failure('unpaged_order', 'The order by last view changes while one pages. Leave `after` out, or choose another order.')
  const limit = pageLimit(request)
  let hasNextPage = false
  const found = await keysetPage(
    request,
    {
      list: `${listing.name} ${sort} ${isDescending ? 'desc' : 'asc'}`,
      shape: ['number', 'string', 'number'],
      sortKey: ({ row }: Shown<Item>) => [rankOf(listing, row.kind), row.key, row.id],
    },
    async (after, most) => {
      const [rank, key, id] = after ?? []
      const start =
        rank === undefined || key === undefined || id === undefined
          ? null
          : { rank, place: placeIn(listing.foldersFirst && rank === folderRank ? foldersOrder.sort : sort, key, id) }
      const behind = (row: FoundItem): Start => ({ rank: rankOf(listing, row.kind), place: row })
      const read = (from: Start | null) => readPage(db, workspace, listing, from, most)
      const { shown, hasMore } = await showRows(start, limit, read, load, sort === 'viewed' ? null : behind)
      hasNextPage = hasMore
      return shown
    },
    ({ item }) => item,
  )
  const pageInfo = { ...found.pageInfo, hasNextPage }
  return { ...found, pageInfo: sort === 'viewed' ? { ...pageInfo, startCursor: null, endCursor: null } : pageInfo }
}

/** The first of a list, for those who number their pages. */
export const listFirst = (db: Db, workspace: WorkspaceAccess, listing: ContentListing, limit: number): Promise<FoundItem[]> =>
  readPage(db, workspace, listing, null, limit)
