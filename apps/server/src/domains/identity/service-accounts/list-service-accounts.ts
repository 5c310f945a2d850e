import type { listServiceAccounts as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { type AccountRow, listAccountsAfter } from './service-account-queries.ts'
import { serviceAccountView } from './service-account-view.ts'

const order = { list: 'listServiceAccounts', shape: ['number'] as const, sortKey: (row: AccountRow) => [row.id] }

export const listServiceAccounts: Handler<typeof contract> = async ({ query }, context) => {
  const access = requireTenant(context)
  return keysetPage(query, order, (after, limit) => listAccountsAfter(context.db, access, after?.[0] ?? 0, limit), serviceAccountView)
}
