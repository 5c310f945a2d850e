import type { getRemote as contract } from '@facet/contract'
import type { Handler } from '#context'
import { look } from '#domains/modeling/branches'
import { findRemoteRow, notConnected } from '#domains/modeling/connected-remote'
import { remoteView } from './remote-view.ts'

export const getRemote: Handler<typeof contract> = async ({ params }, context) => {
  const row = await look(context, params.deploymentId, findRemoteRow)
  if (!row) throw notConnected()
  return remoteView(row)
}
