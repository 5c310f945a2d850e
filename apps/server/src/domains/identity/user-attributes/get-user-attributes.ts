import { type getUserAttributes as contract, offsetCap } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { keysetPage, offsetOf } from '#kernel/paging'
import { type AttributeRow, countAttributes, listAttributesAfter, listAttributesAt } from './user-attribute-queries.ts'
import { userAttributeView } from './user-attribute-view.ts'

const order = { list: 'getUserAttributes', shape: ['number'] as const, sortKey: (row: AttributeRow) => [row.id] }

export const getUserAttributes: Handler<typeof contract> = async ({ query }, context) => {
  const { db } = context
  const access = requireTenant(context)
  const range = offsetOf(query)
  const count = await countAttributes(db, access, query, offsetCap)
  if (range) {
    const items = (await listAttributesAt(db, access, query, range.offset, range.limit)).map(userAttributeView)
    const pageInfo = { hasNextPage: range.offset + items.length < count, hasPreviousPage: range.offset > 0 }
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
