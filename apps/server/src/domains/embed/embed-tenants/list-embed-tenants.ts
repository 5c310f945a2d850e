import type { listEmbedTenants as contract } from '@facet/contract'
import { requireEmbedTenants } from '#access'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { type EmbedTenantRow, listEmbedTenantsAfter } from './embed-tenant-queries.ts'

const order = { list: 'listEmbedTenants', shape: ['string'] as const, sortKey: (row: EmbedTenantRow) => [row.name] }

const view = (row: EmbedTenantRow) => ({
  id: row.id,
  name: row.name,
  userCount: row.user_count,
  displayName: row.display_name,
  createdAt: row.created_at.toISOString(),
})

export const listEmbedTenants: Handler<typeof contract> = async ({ query }, context) => {
  const access = requireEmbedTenants(context)
  return keysetPage(
    query,
    order,
    (after, limit) => listEmbedTenantsAfter(context.db, access, { search: query.search, afterName: after?.[0] ?? '', limit }),
    view,
  )
}
