import type { listUserGroupMembers as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { listMembersBefore, type MemberRow, personView, requireGroup } from './member-queries.ts'

const order = { list: 'listUserGroupMembers', shape: ['number'] as const, sortKey: (row: MemberRow) => [row.member_id] }

export const listUserGroupMembers: Handler<typeof contract> = async ({ params: { groupId }, query }, context) => {
  const { db } = context
  const access = requireTenant(context)
  await requireGroup(db, access, groupId)
  return keysetPage(
    query,
    order,
    (before, limit) => listMembersBefore(db, access, groupId, before?.[0] ?? Number.MAX_SAFE_INTEGER, limit),
    personView,
  )
}
