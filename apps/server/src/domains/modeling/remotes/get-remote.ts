import type { getRemote as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { findRemoteRow, listPushes, notConnected } from '#engine/modeling'
import { remoteView } from './remote-view.ts'

export const getRemote: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const row = await findRemoteRow(context.db, access)
  if (!row) throw notConnected()
  return remoteView(row, await listPushes(context.db, access))
}
