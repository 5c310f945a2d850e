import { createHash, randomBytes } from 'node:crypto'
import type { connectRemote as contract } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { audited } from '#kernel/audit'
import type { Handler, RequestContext } from '#context'
import type { Db } from '#db'
import { readWithAccess } from '#domains/modeling/branches'
import {
  findRemoteRow,
  listPushes,
  planConnection,
  reassignPushes,
  removePushes,
  sealConnection,
  secretAads,
  storeRemote,
} from '#engine/modeling'
import { removeRemoteHeads } from './remove-remote-heads.ts'
import { remoteView } from './remote-view.ts'

export const connectRemote: Handler<typeof contract> = async ({ params, body }, context) => {
  const { access, row } = await readWithAccess(context, params.deploymentId, async (db, proof) => ({
    access: proof,
    row: (await findRemoteRow(db, proof)) ?? null,
  }))
  const plan = await planConnection(context.remotes, body, row)
  // Initialises the repository of a deployment that was never read, which the remote belongs to.
  await context.repositories.read(context, access, async () => undefined)
  const webhook = row && !body.newWebhook ? { hash: row.webhook_token_hash, url: null } : newWebhook(context, access)
  const isElsewhere = row !== null && row.url !== body.url
  const connect = async (db: Db) => {
    const place = { tenantId: access.tenantId, aads: secretAads(access) }
    const connection = await sealConnection(db, context.keyRing, place, body.url, plan)
    const stored = await storeRemote(db, access, row, { ...connection, webhook_token_hash: webhook.hash })
    if (isElsewhere) await removePushes(db, access)
    else await reassignPushes(db, access, stored.connection_id)
    const pushes = await listPushes(db, access)
    return audited({ remote: remoteView(stored, pushes), webhookUrl: webhook.url }, [
      { kind: 'remote', id: access.deploymentId, did: row ? 'updated' : 'connected' },
    ])
  }
  if (!isElsewhere) return context.effect(connect)
  const connected = await removeRemoteHeads(context, access, connect)
  context.pushes.abandon({ connectionId: row.connection_id })
  return connected
}

/** The token is in the address and nowhere else; what is kept tells it only from others. */
const newWebhook = ({ origin }: RequestContext, { deploymentId }: DeploymentAccess): { hash: Buffer; url: string } => {
  const token = randomBytes(32).toString('base64url')
  const url = `${origin}/build/api/v1/deployments/${deploymentId}/remote/push-notice?token=${token}`
  return { hash: createHash('sha256').update(token).digest(), url }
}
