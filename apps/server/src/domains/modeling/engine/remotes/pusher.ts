import { type DeploymentAccess, writeAudit } from '#access'
import { accessOfNode } from '#access/node'
import type { Remotes } from '#adapters/git'
import { type OpenRepositories, repositoryName } from '../repositories/index.ts'
import type { Pushes, PushOutcome } from './pushes.ts'
import { commitIn, type Db, inTransaction, type Pool } from '#db'
import type { KeyRing } from '#secrets'
import { withLease } from './push-lease.ts'
import { createJoinedRuns } from './joined-runs.ts'
import { type ConnectedRemote, openRemote } from './open-remote.ts'
import { failureView, isDefect, maxPushMs, pushTimedOut } from './push-failure.ts'
import { pushHead } from './push-head.ts'
import { findPush, hasBranch, leasePush, recordPushFailed, type PushRow } from './push-queries.ts'
import { pushView } from './push-view.ts'
import type { PushingContext, ServingProblem } from './remote-context.ts'
import { RemoteReplaced } from './remote-queries.ts'

export type AbandonedPush = { tenantId: number; deploymentId: number; branch: string; cause: string }

export type PusherParts = {
  pool: Pool
  repositories: OpenRepositories
  remotes: Remotes
  keyRing: KeyRing
  servingProblem: ServingProblem
  /** Called for errors that are not the fault of a remote. */
  onProblem: (error: unknown) => void
  /** Called for a push that is no longer retried. */
  onAbandoned: (push: AbandonedPush) => void
}

type Named = { id: number; name: string }
type Target = { requested: PushRow; remote: ConnectedRemote }

const record = (db: Db, { tenantId, deploymentId }: DeploymentAccess, { name }: Named, requestId: string | null): Promise<void> =>
  writeAudit(db, {
    tenantId,
    operation: 'pushBranch',
    outcome: 'done',
    actor: 'node',
    targets: [
      { kind: 'branch', id: name, did: 'pushed' },
      { kind: 'remote', id: deploymentId },
    ],
    ...(requestId === null ? {} : { requestId }),
  })

/**
 * Pushes what was committed before, one push of a branch at a time. Two nodes may try the same one: a push only ever adds, and whoever
 * comes second finds it there. A node that stops leaves the rest to another.
 */
export const createPusher = (parts: PusherParts): Pushes & { stop: () => Promise<void> } => {
  const join = createJoinedRuns<PushOutcome>()
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const attempts = new Map<AbortController, { connectionId: number; branchId: number }>()

  const contextFor = ({ tenantId }: DeploymentAccess, signal: AbortSignal): PushingContext => ({
    signal: AbortSignal.any([stopping.signal, signal]),
    read: (work) => inTransaction(parts.pool, tenantId, 'read only', work),
    effect: (work) => commitIn(parts.pool, tenantId, work),
    repositories: parts.repositories,
    remotes: parts.remotes,
    keyRing: parts.keyRing,
    servingProblem: parts.servingProblem,
  })

  const write = <T>({ tenantId }: DeploymentAccess, work: (db: Db) => Promise<T>): Promise<T> =>
    inTransaction(parts.pool, tenantId, 'read write', work)

  /** Cancels it after a deadline, and when its remote is disconnected. */
  const runCancellable = async <T>(
    of: { connectionId: number; branchId: number },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(pushTimedOut()), maxPushMs)
    attempts.set(ending, of)
    try {
      return await work(ending.signal)
    } finally {
      attempts.delete(ending)
      clearTimeout(timer)
    }
  }

  const recordFailure = async (access: DeploymentAccess, branch: Named, requested: PushRow, error: unknown): Promise<void> => {
    const { connection_id: connectionId, requests } = requested
    if (stopping.signal.aborted) {
      await write(access, (db) => leasePush(db, access, branch.id, { connectionId, seconds: 0 }))
      return
    }
    // Nothing is to be pushed there any more, or the connection that took its place has it to do.
    if (error instanceof RemoteReplaced) return
    if (isDefect(error)) parts.onProblem(error)
    const { isOwnFault, ...failure } = failureView(error)
    const failed = { connectionId, requests, attempts: requested.attempts + (isOwnFault ? 0 : 1), ...failure }
    const isAbandoned = await write(access, (db) => recordPushFailed(db, access, branch.id, failed))
    const { tenantId, deploymentId } = access
    if (isAbandoned) parts.onAbandoned({ tenantId, deploymentId, branch: branch.name, cause: failure.cause })
  }

  const attempt = async (access: DeploymentAccess, branch: Named, { requested, remote }: Target): Promise<void> => {
    const { connectionId } = remote
    const cancelled = new AbortController()
    const lease = async (): Promise<void> => {
      // Only another node, or none, may have been told to cancel it.
      if (!(await write(access, (db) => leasePush(db, access, branch.id, { connectionId })))) cancelled.abort(new RemoteReplaced())
    }
    const renew = () => lease().catch(parts.onProblem)
    const push = (signal: AbortSignal) =>
      pushHead(contextFor(access, AbortSignal.any([signal, cancelled.signal])), access, remote, branch, async (db, { isPushed }) =>
        isPushed ? record(db, access, branch, requested.request_id) : undefined,
      )
    try {
      stopping.signal.throwIfAborted()
      await withLease(renew, () => runCancellable({ connectionId, branchId: branch.id }, push))
    } catch (error) {
      await recordFailure(access, branch, requested, error)
    }
  }

  /** What is to be pushed and the connection that it was asked of, if there is such: never one with the other's. */
  const findTarget = async (access: DeploymentAccess, branch: Named): Promise<Target | null> => {
    const read = <T>(work: (db: Db) => Promise<T>): Promise<T> => inTransaction(parts.pool, access.tenantId, 'read only', work)
    const requested = await read((db) => findPush(db, access, branch.id))
    // The push before this one may have brought it there.
    if (requested?.state !== 'pending') return null
    try {
      const remote = await read((db) => openRemote(db, parts.keyRing, access))
      return remote?.connectionId === requested.connection_id ? { requested, remote } : null
    } catch (error) {
      // A secret that cannot be opened needs fixing, and is reported like every other failure.
      await recordFailure(access, branch, requested, error)
      return null
    }
  }

  const run = async (access: DeploymentAccess, branch: Named): Promise<PushOutcome> => {
    const target = await findTarget(access, branch)
    if (target) await attempt(access, branch, target)
    return inTransaction(parts.pool, access.tenantId, 'read only', async (db) => {
      const found = await findPush(db, access, branch.id)
      if (found) return pushView(found)
      return (await hasBranch(db, access, branch.id)) ? 'gone' : 'deleted'
    })
  }

  return {
    push: async (repositoryId, branch) => {
      const access = accessOfNode(repositoryId)
      const pushing = join(`${repositoryName(repositoryId)}-${branch.id}`, () => run(access, branch)).catch(
        (error: unknown): PushOutcome => {
          if (!stopping.signal.aborted) parts.onProblem(error)
          return 'unknown'
        },
      )
      underWay.add(pushing)
      try {
        return await pushing
      } finally {
        underWay.delete(pushing)
      }
    },
    abandon: (ended) => {
      for (const [ending, { connectionId, branchId }] of attempts) {
        const isEnded = 'branchId' in ended ? ended.branchId === branchId : ended.connectionId === connectionId
        if (isEnded) ending.abort(new RemoteReplaced())
      }
    },
    stop: async () => {
      stopping.abort(new Error('The process is stopping.'))
      await Promise.all(underWay)
    },
  }
}
