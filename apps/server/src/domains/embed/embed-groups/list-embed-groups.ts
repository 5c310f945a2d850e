import type { listEmbedGroups as contract } from '@facet/contract'
import type { Handler } from '#context'
import { requireEmbedTenant } from '#domains/embed/embed-tenants'
import { keysetPage } from '#kernel/paging'
import { type GroupRow, listGroupsBefore } from './embed-group-queries.ts'
import { embedGroupView } from './embed-group-view.ts'

const order = { list: 'listEmbedGroups', shape: ['number'] as const, sortKey: (row: GroupRow) => [row.id] }

export const listEmbedGroups: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await requireEmbedTenant(context, params.embedTenantName)
  return keysetPage(
    query,
    order,
    (before, limit) => listGroupsBefore(context.db, access, before?.[0] ?? Number.MAX_SAFE_INTEGER, limit),
    embedGroupView,
  )
}
