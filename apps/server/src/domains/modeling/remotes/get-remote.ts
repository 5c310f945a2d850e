import type { getRemote as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { findRemoteRow, notConnected } from '#domains/modeling/connected-remote'
import { remoteView } from './remote-view.ts'

export const getRemote: Handler<typeof contract> = async ({ params }, context) => {
  const row = await findRemoteRow(context.db, await requireDeployment(context, params.deploymentId))
  if (!row) throw notConnected()
  return remoteView(row)
}
