import type { listUsers as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { listUsersAfter, type UserRow } from './user-queries.ts'
import { userView } from './user-view.ts'

const order = { list: 'listUsers', shape: ['number'] as const, sortKey: (row: UserRow) => [row.id] }

export const listUsers: Handler<typeof contract> = async ({ query }, context) => {
  const access = requireTenant(context)
  return keysetPage(query, order, (after, limit) => listUsersAfter(context.db, access, after?.[0] ?? 0, limit), userView)
}
