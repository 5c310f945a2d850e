import { setTimeout as pause } from 'node:timers/promises'
import type { AuditTargetKind, BranchPush } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import type { Audited } from '#kernel/audit'
import type { Pushes, PushOutcome } from './pushes.ts'
import { amended, type Committed, type Db } from '#db'
import { requestPush } from './push-queries.ts'
import { pushView } from './push-view.ts'

type Changed = { id: number; name: string; kind: string }
type Answer = { push?: BranchPush | null }

// Below what clients and proxies wait for an answer.
const maxWaitMs = 20_000

/** For the answer of a change, in its transaction: that its branch is to be pushed, where a remote is connected. Personal ones stay here. */
export const askForPush = async (
  db: Db,
  { requestId }: { requestId: string },
  access: DeploymentAccess,
  branch: Changed,
): Promise<Answer> => {
  const requested = branch.kind === 'dev' ? undefined : await requestPush(db, access, branch.id, requestId)
  return requested ? { push: pushView(requested) } : {}
}

const stillPending = 'The remote has not accepted it yet. The push continues, and is retried if it fails; GET …/remote shows its state.'

const notAgain = 'before the push finished. It is not retried; if it had arrived by then, the audit trail shows it.'

const ended = {
  gone: {
    cause: 'remote_not_connected',
    message: `The remote was disconnected, or another one connected in its place, ${notAgain}`,
  },
  deleted: { cause: 'branch_not_found', message: `The branch, or its deployment, was deleted ${notAgain}` },
} as const

const pushOf = (requested: BranchPush, outcome: PushOutcome): BranchPush => {
  if (outcome === 'unknown') return { ...requested, message: stillPending }
  if (outcome === 'gone' || outcome === 'deleted') return { ...requested, ...ended[outcome], state: 'failed', nextAttemptAt: null }
  return outcome
}

/**
 * Pushes what the change asked for, now that it is committed, and says in its answer what came of it. Nobody waits for a slow remote for
 * long: the push goes on without them, and when the node dies another one takes it up.
 */
export const awaitPush = async <T extends Answer, Kind extends AuditTargetKind>(
  { pushes }: { pushes: Pushes },
  access: DeploymentAccess,
  branch: Changed,
  committed: Committed<Audited<T, Kind>>,
  { isAwaited = true }: { isAwaited?: boolean } = {},
): Promise<Committed<Audited<T, Kind>>> => {
  const { value } = committed
  const { push: requested } = value.answer
  if (!requested) return committed
  const pushing = pushes.push(access, branch)
  const waiting = new AbortController()
  const late = isAwaited ? pause(maxWaitMs, null, { signal: waiting.signal }).catch(() => null) : null
  const push = pushOf(requested, (await Promise.race([pushing, late])) ?? 'unknown')
  waiting.abort()
  return amended(committed, { ...value, answer: { ...value.answer, push } })
}
