import type { listEmbedGroupMembers as contract } from '@facet/contract'
import type { Handler } from '#context'
import { embedUserView, requireEmbedTenant } from '#domains/embed/embed-tenants'
import { keysetPage } from '#kernel/paging'
import { getGroup } from './embed-group-queries.ts'
import { listMembersBefore, type MemberRow } from './member-queries.ts'

const order = { list: 'listEmbedGroupMembers', shape: ['number'] as const, sortKey: (row: MemberRow) => [row.member_id] }

export const listEmbedGroupMembers: Handler<typeof contract> = async ({ params, query }, context) => {
  const { db } = context
  const access = await requireEmbedTenant(context, params.embedTenantName)
  const { id } = await getGroup(db, access, params.groupId)
  return keysetPage(
    query,
    order,
    (before, limit) => listMembersBefore(db, access, id, before?.[0] ?? Number.MAX_SAFE_INTEGER, limit),
    embedUserView,
  )
}
