import type { listAuditLogs as contract } from '@facet/contract'
import { requireTenant } from '#access'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { type EntryRow, entryView, listEntries } from './audit-queries.ts'

const order = { list: 'listAuditLogs', shape: ['number', 'number'] as const, sortKey: (row: EntryRow) => [row.micros, row.id] }

export const listAuditLogs: Handler<typeof contract> = async ({ query }, context) => {
  const access = requireTenant(context)
  return keysetPage(query, order, (after, limit) => listEntries(context.db, access, query, after, limit, 'first targets'), entryView)
}
