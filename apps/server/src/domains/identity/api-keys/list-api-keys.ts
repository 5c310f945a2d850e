import type { listApiKeys as contract } from '@facet/contract'
import { requireCaller } from '#access'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { type KeyRow, listKeysAfter } from './api-key-queries.ts'
import { apiKeyView } from './api-key-view.ts'

const order = { list: 'listApiKeys', shape: ['number'] as const, sortKey: (row: KeyRow) => [row.id] }

export const listApiKeys: Handler<typeof contract> = async ({ query }, context) => {
  const access = requireCaller(context)
  return keysetPage(query, order, (after, limit) => listKeysAfter(context.db, access, after?.[0] ?? 0, limit), apiKeyView)
}
