import { offsetCap, type PageInfo, pageSize } from '@facet/contract'
import { Failure } from '#kernel/failure'

export type PageRequest = { first?: number | null; after?: string | null }
export type Page<Item> = { items: Item[]; data: Item[]; pageInfo: PageInfo }
type CursorValue = string | number

/** Cursors name their list, so that one made elsewhere is refused instead of misread. */
const encodeCursor = (list: string, values: CursorValue[]): string => Buffer.from(JSON.stringify([list, ...values])).toString('base64url')

/** A forged sort key is refused like any other: no text column holds a NUL, and no id is a fraction. */
const isSortKeyValue = (value: unknown): boolean => (typeof value === 'string' ? !value.includes('\0') : Number.isSafeInteger(value))

const decodeCursor = <const Shape extends readonly ('string' | 'number')[]>(
  list: string,
  cursor: string,
  shape: Shape,
): { [I in keyof Shape]: Shape[I] extends 'number' ? number : string } => {
  const refuse = (): never => {
    throw new Failure(
      'invalid_cursor',
      'The `after` cursor was not made by this list. Send the `endCursor` of its last page, or leave it out.',
    )
  }
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return refuse()
  }
  if (!Array.isArray(parts) || parts[0] !== list || parts.length !== shape.length + 1) return refuse()
  const values = parts.slice(1) as unknown[]
  const fits = shape.every((type, index) => typeof values[index] === type && isSortKeyValue(values[index]))
  return fits ? (values as { [I in keyof Shape]: Shape[I] extends 'number' ? number : string }) : refuse()
}

/** How a list is ordered: the sort key of a row, and the types of its values. */
export type Order<Row, Shape extends readonly ('string' | 'number')[]> = {
  list: string
  shape: Shape
  sortKey: (row: Row) => CursorValue[]
}

export const pageLimit = (request: PageRequest): number => Math.min(request.first ?? pageSize.standard, pageSize.max)

/**
 * Keyset paging: by the sort key of the last row seen, never by a count of rows before it. `read` gets that key
 * and one row more than asked for, which tells whether another page follows.
 */
export const keysetPage = async <Row, Item, const Shape extends readonly ('string' | 'number')[]>(
  request: PageRequest,
  order: Order<Row, Shape>,
  read: (after: { [I in keyof Shape]: Shape[I] extends 'number' ? number : string } | null, limit: number) => Promise<Row[]>,
  view: (row: Row) => Item,
): Promise<Page<Item>> => {
  const limit = pageLimit(request)
  const after = request.after ? decodeCursor(order.list, request.after, order.shape) : null
  const rows = await read(after, limit + 1)
  const shown = rows.slice(0, limit)
  const cursorOf = (row: Row | undefined): string | null => (row === undefined ? null : encodeCursor(order.list, order.sortKey(row)))
  const items = shown.map(view)
  return {
    items,
    data: items,
    pageInfo: {
      hasNextPage: rows.length > limit,
      hasPreviousPage: after !== null,
      startCursor: cursorOf(shown[0]),
      endCursor: cursorOf(shown.at(-1)),
    },
  }
}

/** A page of a short list that is in memory already, such as the regions of the configuration. Without `first`, all of it. */
export const pageOfList = <Item>(request: PageRequest, list: string, all: Item[], nameOf: (item: Item) => string): Promise<Page<Item>> => {
  const sorted = all.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  return keysetPage(
    { ...request, first: request.first ?? Math.max(1, all.length) },
    { list, shape: ['string'], sortKey: (item: Item) => [nameOf(item)] },
    async (after, limit) => sorted.filter((item) => after === null || nameOf(item) > after[0]).slice(0, limit),
    (item) => item,
  )
}

export type OffsetRequest = { offset?: number | null; limit?: number | null }

export const standardOffsetLimit = 20

/** The deprecated style, or null when the request uses cursors. The two together are a misunderstanding worth an answer. */
export const offsetOf = (request: PageRequest & OffsetRequest): { offset: number; limit: number } | null => {
  const hasOffset = request.offset != null || request.limit != null
  if (!hasOffset) return null
  if (request.first != null || request.after != null)
    throw new Failure('mixed_paging', 'Send either `first` and `after`, or the deprecated `offset` and `limit`, not both.')
  return { offset: Math.min(request.offset ?? 0, offsetCap), limit: Math.min(request.limit ?? standardOffsetLimit, pageSize.max) }
}
