import type { getDbtSyncLog as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { keysetPage } from '#kernel/paging'
import { getSync, listLogLines } from './sync-queries.ts'

const order = { list: 'getDbtSyncLog', shape: ['number'] as const, sortKey: ({ id }: { id: number }) => [id] }

export const getDbtSyncLog: Handler<typeof contract> = async ({ params, query }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const { id } = await getSync(context.db, access, params.syncJobId)
  return keysetPage(
    query,
    order,
    (after, limit) => listLogLines(context.db, access, id, after, limit),
    (line) => ({ date: line.logged_at.toISOString(), message: line.message }),
  )
}
