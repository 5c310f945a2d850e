import type { disconnectRemote as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { readWithAccess } from '#domains/modeling/branches'
import { findRemoteRow, notConnected, removeRemoteRow } from '#engine/modeling'
import { removeRemoteHeads } from './remove-remote-heads.ts'

export const disconnectRemote: Handler<typeof contract> = async ({ params }, context) => {
  const { access, row } = await readWithAccess(context, params.deploymentId, async (db, proof) => ({
    access: proof,
    row: await findRemoteRow(db, proof),
  }))
  if (!row) throw notConnected()
  const disconnected = await removeRemoteHeads(context, access, async (db) => {
    if (!(await removeRemoteRow(db, access))) throw notConnected()
    return audited({ success: true }, [{ kind: 'remote', id: access.deploymentId, did: 'disconnected' }])
  })
  context.pushes.abandon({ connectionId: row.connection_id })
  return disconnected
}
