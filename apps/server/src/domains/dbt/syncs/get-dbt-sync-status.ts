import type { getDbtSyncStatus as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { getSync } from './sync-queries.ts'
import { statusView } from './sync-view.ts'

export const getDbtSyncStatus: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  return statusView(await getSync(context.db, access, params.syncJobId))
}
