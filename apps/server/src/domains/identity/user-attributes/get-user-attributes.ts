import { type getUserAttributes as contract, offsetCap } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { keysetPage, offsetOf } from '#kernel/paging'
import { type AttributeRow, countAttributes, listAttributesAfter, listAttributesAt } from './user-attribute-queries.ts'
import { userAttributeView } from './user-attribute-view.ts'

const order = { list: 'getUserAttributes', shape: ['number'] as const, place: (row: AttributeRow) => [row.id] }

export const getUserAttributes: Handler<typeof contract> = async ({ query }, context) => {
  const { db } = context
  const access = requireTenant(context)
  const place = offsetOf(query)
  const count = await countAttributes(db, access, query, offsetCap)
  if (place) {
    const items = (await listAttributesAt(db, access, query, place.offset, place.limit)).map(userAttributeView)
    const pageInfo = { hasNextPage: place.offset + items.length < count, hasPreviousPage: place.offset > 0 }
    return { items, data: items, count, pageInfo }
  }
  const page = await keysetPage(
    query,
    order,
    (after, limit) => listAttributesAfter(db, access, query, after?.[0] ?? 0, limit),
    userAttributeView,
  )
  return { ...page, count }
}
