import type { listGroupsOfUser as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { keysetPage } from '#kernel/paging'
import { type GroupRow, listGroupsOfBefore } from './group-queries.ts'
import { groupView } from './group-view.ts'
import { findPeople } from './member-queries.ts'

const order = { list: 'listGroupsOfUser', shape: ['number'] as const, sortKey: (row: GroupRow) => [row.id] }

export const listGroupsOfUser: Handler<typeof contract> = async ({ params: { userId }, query }, context) => {
  const { db } = context
  const access = requireTenant(context)
  if ((await findPeople(db, access, [userId])).length === 0)
    throw new Failure('user_not_found', `User ${userId} was not found among the users and service accounts of this tenant.`)
  return keysetPage(query, order, (after, limit) => listGroupsOfBefore(db, access, userId, after?.[0] ?? null, limit), groupView)
}
