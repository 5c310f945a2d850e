import { accessOfNode, type DeploymentAccess } from '#access'
import type { Remotes } from '#adapters/git'
import { writeAudit } from '#audit'
import { createTurns, type OpenRepositories } from '#authoring'
import type { Pushes } from '#context'
import { commitIn, type Db, inTransaction, type Pool } from '#db'
import { Failure } from '#failure'
import type { KeyRing } from '#secrets'
import { findRemote } from './open-remote.ts'
import { pushHead, type PushingContext } from './push-head.ts'
import { findPush, notePushFailed, type PushRow } from './push-queries.ts'
import { pushView } from './push-view.ts'

export type PusherParts = {
  pool: Pool
  repositories: OpenRepositories
  remotes: Remotes
  keyRing: KeyRing
  /** Told of what is no fault of a remote. */
  onProblem: (error: unknown) => void
}

type Named = { id: number; name: string }

/** A little less than the hold on it, after which others try. */
const maxPushMs = 840_000

/** What is told of a failure: that of a remote as it says, and of our own only that it is ours. */
const told = (error: unknown): { cause: string; message: string } =>
  error instanceof Failure && error.code !== 'internal_error'
    ? { cause: error.code, message: error.message }
    : { cause: 'internal_error', message: 'Something went wrong on our side. The push is tried again.' }

const isOfRemote = (error: unknown): boolean => error instanceof Failure && error.kind !== 'bug'

/**
 * Pushes what was committed before, one push of a branch at a time. Two nodes may try the same one: a push only ever adds, and whoever
 * comes second finds it there. A node that stops leaves the rest to another.
 */
export const createPusher = (parts: PusherParts): Pushes & { stop: () => Promise<void> } => {
  const turns = createTurns()
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  const contextFor = ({ tenantId }: DeploymentAccess): PushingContext => ({
    signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(maxPushMs)]),
    read: (work) => inTransaction(parts.pool, tenantId, 'read only', work),
    effect: (work) => commitIn(parts.pool, tenantId, work),
    repositories: parts.repositories,
    remotes: parts.remotes,
    keyRing: parts.keyRing,
  })

  const record = (db: Db, { tenantId, deploymentId }: DeploymentAccess, { name }: Named): Promise<void> =>
    writeAudit(db, {
      tenantId,
      operation: 'pushBranch',
      outcome: 'done',
      actor: 'node',
      targets: [
        { kind: 'branch', id: name, did: 'pushed' },
        { kind: 'remote', id: deploymentId },
      ],
    })

  const attempt = async (access: DeploymentAccess, branch: Named, asked: PushRow): Promise<void> => {
    const context = contextFor(access)
    try {
      const remote = await findRemote(context, access)
      if (!remote) return
      await pushHead(context, access, remote, branch, async (db, { isPushed }) => (isPushed ? record(db, access, branch) : undefined))
    } catch (error) {
      if (stopping.signal.aborted) return
      if (!isOfRemote(error)) parts.onProblem(error)
      const failed = { requests: asked.requests, attempts: asked.attempts + 1, ...told(error) }
      await inTransaction(parts.pool, access.tenantId, 'read write', (db) => notePushFailed(db, access, branch.id, failed))
    }
  }

  const run = async (access: DeploymentAccess, branch: Named) => {
    const look = () => inTransaction(parts.pool, access.tenantId, 'read only', (db) => findPush(db, access, branch.id))
    const release = await turns.take(`${access.tenantId}-${access.deploymentId}-${branch.id}`, stopping.signal)
    try {
      const asked = await look()
      // The push before this one may have brought it there.
      if (asked?.state === 'pending') await attempt(access, branch, asked)
      const found = await look()
      return found ? pushView(found) : null
    } finally {
      release()
    }
  }

  return {
    push: async (place, branch) => {
      const pushing = run(accessOfNode(place), branch).catch((error: unknown) => {
        if (!stopping.signal.aborted) parts.onProblem(error)
        return null
      })
      underWay.add(pushing)
      try {
        return await pushing
      } finally {
        underWay.delete(pushing)
      }
    },
    stop: async () => {
      stopping.abort(new Error('The process is stopping.'))
      await Promise.all(underWay)
    },
  }
}
