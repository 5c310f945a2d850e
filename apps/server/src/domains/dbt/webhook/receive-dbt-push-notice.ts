import { randomBytes } from 'node:crypto'
import type { DbtPushNoticeResponse, receiveDbtPushNotice as contract } from '@facet/contract'
import { writeAudit } from '#access'
import { isProvenPush, readPushNotice } from '#adapters/git'
import type { Context, Handler } from '#context'
import {
  acceptPush,
  type AcceptedPush,
  findIntegrationRow,
  judgePush,
  type OfDeployment,
  openWebhookSecret,
  type Push,
  readSyncVariables,
  requireLongWork,
  requireWarehouse,
} from '#engine/dbt'
import { Failure } from '#kernel/failure'

export const receiveDbtPushNotice: Handler<typeof contract> = async ({ params, headers, body, text }, context) => {
  const { db, keyRing, caller, config, requestId } = context
  const of = { tenantId: caller.tenantId, deploymentId: params.deploymentId }
  const row = await findIntegrationRow(db, of)
  // Where there is none the same is done with a secret that nobody has: it takes as long.
  const secret = row ? await openWebhookSecret(db, keyRing, of, row) : randomBytes(32).toString('base64url')
  if (!isProvenPush(secret, headers, text) || !row) throw refused()
  const judged = judgePush(readPushNotice(headers, body), { branch: row.settings.branch, defaultBranch: row.default_branch })
  if ('ignored' in judged) return { status: 'ignored', ...judged.ignored }
  // What cannot be run is refused before it counts as told: the host can send it again.
  requireWarehouse((await readSyncVariables(db, keyRing, of, [])).warehouseType)
  requireLongWork(config)
  const accepted = await acceptPush(db, of, judged.push, requestId)
  if (!accepted) throw refused()
  if (accepted.status === 'started') await record(context, of, accepted.syncId)
  return view(accepted, judged.push)
}

/** The same for a wrong signature, an integration that is not there and a deployment that is not there. */
const refused = (): Failure =>
  new Failure(
    'dbt_push_notice_refused',
    'Nothing proves this notice. Send it to the address that the dbt integration shows, signed with its webhook secret; a new secret is made with POST …/dbt-integration/rotate-webhook-secret.',
  )

const record = ({ db, operation, requestId }: Context, { tenantId, deploymentId }: OfDeployment, syncId: number): Promise<void> =>
  writeAudit(db, {
    tenantId,
    operation: operation.id,
    outcome: 'done',
    actor: 'remote',
    targets: [
      { kind: 'dbt_sync', id: syncId, did: 'created' },
      { kind: 'dbt_integration', id: deploymentId },
    ],
    requestId,
  })

const messages = {
  started: (syncJobId, commit) => `Sync ${syncJobId} was started for ${commit}.`,
  coalesced: (syncJobId, commit) => `Sync ${syncJobId} waits for the one under way, and takes ${commit} in.`,
  duplicate: (syncJobId, commit) => `${commit} was told before, and sync ${syncJobId} takes it in. To run it again, start a sync.`,
} satisfies Record<AcceptedPush['status'], (syncJobId: string, commit: string) => string>

const view = ({ status, syncId, branchName }: AcceptedPush, { branch, after }: Push): DbtPushNoticeResponse => {
  const syncJobId = String(syncId)
  const told = { message: messages[status](syncJobId, `${after.slice(0, 7)} of "${branch}"`), syncJobId, branchName }
  return status === 'duplicate' ? { status: 'ignored', reason: 'duplicate', ...told } : { status, ...told }
}
