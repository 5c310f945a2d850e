import type { listEmbedUsers as contract } from '@facet/contract'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { type EmbedUserRow, listUsersAfter } from './embed-user-queries.ts'
import { embedUserView } from './embed-user-view.ts'
import { requireEmbedTenant } from './require-embed-tenant.ts'

const order = { list: 'listEmbedUsers', shape: ['string', 'number'] as const, sortKey: (row: EmbedUserRow) => [row.email ?? '', row.id] }

export const listEmbedUsers: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await requireEmbedTenant(context, params.embedTenantName)
  return keysetPage(
    query,
    order,
    (after, limit) => listUsersAfter(context.db, access, { search: query.search, after, limit }),
    embedUserView,
  )
}
