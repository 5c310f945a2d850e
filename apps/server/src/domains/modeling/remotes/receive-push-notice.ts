import type { receivePushNotice as contract } from '@facet/contract'
import { type DeploymentAccess, requireWebhook, writeAudit } from '#access'
import { readPushEvent } from '#adapters/git'
import { touchedIn } from '#kernel/audit'
import { answered, answeredEmpty } from '#kernel/answers'
import type { ChangingContext, Handler } from '#context'
import type { Db } from '#db'
import { claimPulls, listSharedBranches } from '#domains/modeling/branches'
import { pullFromRemote } from '#domains/modeling/changes'
import { requireRemote } from '#engine/modeling'
import { Failure } from '#kernel/failure'

const cooldownSeconds = 30
const maxPullMs = 900_000
const author = { name: 'Facet', email: 'facet@localhost' }

export const receivePushNotice: Handler<typeof contract> = async ({ params, query, headers, body }, context) => {
  const access = await requireWebhook(context, params.deploymentId, query.token ?? '')
  const event = readPushEvent(headers, body)
  if (!event) return answeredEmpty
  const names = event.ref === null ? null : [event.ref, ...event.moreRefs].map((ref) => ref.slice('refs/heads/'.length))
  const branches = await context.read((db) => listSharedBranches(db, access, names))
  if (branches.length === 0) return answeredEmpty
  const remote = await requireRemote(context, access)
  const due = await claim(context, access, branches)
  // Hosts wait ten seconds or so for an answer, and a pull goes on without them.
  const patient = { ...context, signal: AbortSignal.timeout(maxPullMs) }
  const conclude = async (db: Db, hasMoved: boolean): Promise<boolean> => {
    if (hasMoved) await record(db, context, access, due)
    return hasMoved
  }
  const { value: hasMoved } = await pullFromRemote(patient, access, { remote, branches: due, author, isNotice: true }, conclude)
  return hasMoved ? answered(201, { buildTriggered: true }) : answeredEmpty
}

const record = (db: Db, { operation, requestId }: ChangingContext, access: DeploymentAccess, pulled: Named[]): Promise<void> =>
  writeAudit(db, {
    tenantId: access.tenantId,
    operation: operation.id,
    outcome: 'done',
    actor: 'remote',
    targets: touchedIn(
      pulled.map(({ name }) => ({ kind: 'branch', id: name, did: 'pulled' })),
      { kind: 'data_model', id: access.deploymentId },
    ),
    requestId,
  })

type Named = { id: number; name: string }

/** Hosts deliver a notice more than once, and several at a time: the claim stands before the pull begins. */
const claim = async (context: ChangingContext, access: DeploymentAccess, branches: Named[]): Promise<Named[]> => {
  const ids = branches.map(({ id }) => id)
  const claimed = new Set(await context.step((db) => claimPulls(db, access, ids, cooldownSeconds)))
  const due = branches.filter(({ id }) => claimed.has(id))
  if (due.length > 0) return due
  throw new Failure(
    'webhook_cooldown',
    `"${branches[0]?.name}" was pulled for a notice less than ${cooldownSeconds} seconds ago. Send the notice again later, or pull it.`,
    { retryAfterSeconds: cooldownSeconds },
  )
}
