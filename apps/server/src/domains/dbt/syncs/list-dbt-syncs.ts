import type { listDbtSyncs as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { listSyncs, type SyncRow } from './sync-queries.ts'
import { runView } from './sync-view.ts'

const order = { list: 'listDbtSyncs', shape: ['number'] as const, sortKey: ({ id }: SyncRow) => [id] }

export const listDbtSyncs: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  return keysetPage(query, order, (after, limit) => listSyncs(context.db, access, query, after, limit), runView)
}
