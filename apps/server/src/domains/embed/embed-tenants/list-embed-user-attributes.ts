import type { AttributeType, listEmbedUserAttributes as contract, UserAttribute } from '@facet/contract'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { type AttributeRow, listAttributesAfter } from './embed-attribute-queries.ts'
import { requireEmbedTenant } from './require-embed-tenant.ts'

const order = { list: 'listEmbedUserAttributes', shape: ['number'] as const, sortKey: (row: AttributeRow) => [row.id] }

const view = (row: AttributeRow): UserAttribute => ({
  id: row.id,
  name: row.name,
  type: row.type as AttributeType,
  displayName: row.display_name,
  description: row.description,
  defaultValue: row.default_value,
  trusted: row.is_trusted,
})

export const listEmbedUserAttributes: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await requireEmbedTenant(context, params.embedTenantName)
  return keysetPage(query, order, (after, limit) => listAttributesAfter(context.db, access, after?.[0] ?? 0, limit), view)
}
