import type { listGroups as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { type GroupRow, listGroupsBefore } from './group-queries.ts'
import { groupView } from './group-view.ts'

const order = { list: 'listGroups', shape: ['number'] as const, sortKey: (row: GroupRow) => [row.id] }

export const listGroups: Handler<typeof contract> = async ({ query }, context) => {
  const access = requireTenant(context)
  return keysetPage(query, order, (after, limit) => listGroupsBefore(context.db, access, after?.[0] ?? null, limit), groupView)
}
