import type { DeploymentAccess } from '#access'
import { type Db, sql } from '#db'
import { delayAfter, leaseSeconds } from './push-rules.ts'
import { lockConnection } from './remote-queries.ts'

const one = ({ tenantId, deploymentId }: DeploymentAccess) => ({ tenant_id: tenantId, deployment_id: deploymentId })
const key = ['tenant_id', 'deployment_id', 'branch_id'] as const
const nextRequest = sql<number>`remote_pushes.requests + 1`
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

const selectPushes = (db: Db, { tenantId, deploymentId }: DeploymentAccess) =>
  db
    .selectFrom('remote_pushes as p')
    .innerJoin('branches as b', (join) =>
      join.onRef('b.tenant_id', '=', 'p.tenant_id').onRef('b.deployment_id', '=', 'p.deployment_id').onRef('b.id', '=', 'p.branch_id'),
    )
    .select(['b.name', 'p.connection_id', 'p.state', 'p.requests', 'p.request_id', 'p.attempts'])
    .select(['p.last_hash', 'p.cause', 'p.message', 'p.next_attempt_at', 'p.pushed_at'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.deployment_id', '=', deploymentId)

export const listPushes = (db: Db, access: DeploymentAccess) => selectPushes(db, access).orderBy('b.name').execute()

export type PushRow = Awaited<ReturnType<typeof listPushes>>[number]

export const findPush = (db: Db, access: DeploymentAccess, branchId: number): Promise<PushRow | undefined> =>
  selectPushes(db, access).where('p.branch_id', '=', branchId).executeTakeFirst()

export const hasBranch = async (db: Db, access: DeploymentAccess, branchId: number): Promise<boolean> =>
  (await db
    .selectFrom('branches')
    .select('id')
    .where((where) => where.and({ ...one(access), id: branchId }))
    .executeTakeFirst()) !== undefined

/** One asking for a push: what was asked for since, and what is asked of another connection, is not it. */
export type PushRequest = { connectionId: number; requests: number }

/**
 * Asks for a push in the transaction of the change that is to go there: neither stands without the other. Nothing where no remote is
 * connected. The remote is locked before the push, here and wherever both are.
 */
export const requestPush = async (
  db: Db,
  access: DeploymentAccess,
  branchId: number,
  requestId: string | null,
): Promise<PushRow | undefined> => {
  const connection = await lockConnection(db, access)
  if (!connection) return undefined
  const requested = {
    ...connection,
    state: 'pending',
    request_id: requestId,
    attempts: 0,
    cause: null,
    message: null,
    next_attempt_at: inSeconds(leaseSeconds),
  }
  await db
    .insertInto('remote_pushes')
    .values({ ...one(access), branch_id: branchId, requests: 1, ...requested })
    .onConflict((conflict) => conflict.columns(key).doUpdateSet({ ...requested, requests: nextRequest }))
    .execute()
  return findPush(db, access, branchId)
}

/** Says that the remote has it. Nothing is said of what was asked for since the push began, nor of a branch that is gone. */
export const recordPushed = async (
  db: Db,
  { tenantId, deploymentId }: DeploymentAccess,
  branchId: number,
  { connectionId, requests, lastHash }: PushRequest & { lastHash: string },
): Promise<void> => {
  const pushed = { state: 'pushed', attempts: 0, last_hash: lastHash, cause: null, message: null, next_attempt_at: null }
  await db
    .insertInto('remote_pushes')
    .columns([...key, 'connection_id', 'requests', 'state', 'last_hash', 'pushed_at'])
    .expression((from) =>
      from
        .selectFrom('branches')
        .select((select) => [
          'tenant_id',
          'deployment_id',
          'id',
          select.val(connectionId).as('connection_id'),
          select.val(requests).as('requests'),
          select.val('pushed').as('state'),
          select.val(lastHash).as('last_hash'),
          sql<Date>`now()`.as('pushed_at'),
        ])
        .where((where) => where.and({ tenant_id: tenantId, deployment_id: deploymentId, id: branchId })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(key)
        .doUpdateSet({ ...pushed, pushed_at: sql<Date>`now()` })
        .where('remote_pushes.requests', '=', requests)
        .where('remote_pushes.connection_id', '=', connectionId),
    )
    .execute()
}

/**
 * Says why it is not there, and when it is tried again. One that is there by now, or was asked for again, is left alone. Says whether it
 * was given up by this.
 */
export const recordPushFailed = async (
  db: Db,
  access: DeploymentAccess,
  branchId: number,
  { connectionId, requests, ...failed }: PushRequest & { attempts: number; cause: string; message: string },
): Promise<boolean> => {
  const delay = delayAfter(failed.attempts)
  const after = delay === null ? { state: 'failed', next_attempt_at: null } : { next_attempt_at: inSeconds(delay) }
  const { numUpdatedRows } = await db
    .updateTable('remote_pushes')
    .set({ ...failed, ...after })
    .where((where) => where.and({ ...one(access), branch_id: branchId, connection_id: connectionId, requests, state: 'pending' }))
    .executeTakeFirstOrThrow()
  return delay === null && numUpdatedRows === 1n
}

/** Whether it is this node's to try: it was due, and is nobody else's for a while. */
export const claimPush = async (db: Db, access: DeploymentAccess, branchId: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('remote_pushes')
    .set({ next_attempt_at: inSeconds(leaseSeconds) })
    .where((where) => where.and({ ...one(access), branch_id: branchId, state: 'pending' }))
    .where('next_attempt_at', '<', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Keeps a push that is under way from other nodes for a while more; for no time at all, it is theirs. Says whether it is wanted still: not
 * when its deployment, its branch or its connection is gone, nor when another node brought it there.
 */
export const leasePush = async (
  db: Db,
  access: DeploymentAccess,
  branchId: number,
  { connectionId, seconds = leaseSeconds }: { connectionId: number; seconds?: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('remote_pushes')
    .set({ next_attempt_at: inSeconds(seconds) })
    .where((where) => where.and({ ...one(access), branch_id: branchId, connection_id: connectionId, state: 'pending' }))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The cause of a push that was held back when the database was restored from a backup: somebody is to say that it may go. */
export const heldBackCause = 'database_restored'

/** What stood in the way may be gone: what is not there yet is tried again soon, and a failure of what began before says nothing of that. */
export const makePushesDue = async (db: Db, access: DeploymentAccess, branchIds: readonly number[] | 'all'): Promise<void> => {
  const chosen = branchIds === 'all' ? sql<boolean>`true` : sql<boolean>`branch_id = any (${branchIds}::bigint[])`
  await db
    .updateTable('remote_pushes')
    .set({ state: 'pending', attempts: 0, next_attempt_at: sql<Date>`now()`, requests: nextRequest })
    .where((where) => where.and(one(access)))
    .where(chosen)
    .where('state', '<>', 'pushed')
    .where((where) => where.or([where('cause', 'is', null), where('cause', '<>', heldBackCause)]))
    .execute()
}

/** The same repository by another connection: what was noted of it holds, and what is not there yet is tried again by the new one. */
export const reassignPushes = async (db: Db, access: DeploymentAccess, connectionId: number): Promise<void> => {
  await db
    .updateTable('remote_pushes')
    .set({ connection_id: connectionId })
    .where((where) => where.and(one(access)))
    .execute()
  await makePushesDue(db, access, 'all')
}

/** What was noted of one remote says nothing about another. */
export const removePushes = async (db: Db, access: DeploymentAccess): Promise<void> => {
  await db
    .deleteFrom('remote_pushes')
    .where((where) => where.and(one(access)))
    .execute()
}
