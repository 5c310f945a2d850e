import type { DeploymentAccess } from '#access'
import { type Db, sql } from '#db'
import { delayAfter, graceSeconds, holdSeconds } from './push-rules.ts'

const one = ({ tenantId, deploymentId }: DeploymentAccess) => ({ tenant_id: tenantId, deployment_id: deploymentId })
const key = ['tenant_id', 'deployment_id', 'branch_id'] as const
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

const selectPushes = (db: Db, { tenantId, deploymentId }: DeploymentAccess) =>
  db
    .selectFrom('remote_pushes as p')
    .innerJoin('branches as b', (join) =>
      join.onRef('b.tenant_id', '=', 'p.tenant_id').onRef('b.deployment_id', '=', 'p.deployment_id').onRef('b.id', '=', 'p.branch_id'),
    )
    .select(['b.name', 'p.state', 'p.requests', 'p.attempts', 'p.last_hash', 'p.cause', 'p.message', 'p.next_attempt_at', 'p.pushed_at'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.deployment_id', '=', deploymentId)

export const listPushes = (db: Db, access: DeploymentAccess) => selectPushes(db, access).orderBy('b.name').execute()

export type PushRow = Awaited<ReturnType<typeof listPushes>>[number]

export const findPush = (db: Db, access: DeploymentAccess, branchId: number): Promise<PushRow | undefined> =>
  selectPushes(db, access).where('p.branch_id', '=', branchId).executeTakeFirst()

/**
 * Asks for a push in the transaction of the change that is to go there: neither stands without the other. Nothing where no remote is
 * connected. The remote is locked before the push, here and wherever both are.
 */
export const requestPush = async (db: Db, access: DeploymentAccess, branchId: number): Promise<PushRow | undefined> => {
  const remote = await db
    .selectFrom('repository_remotes')
    .select('url')
    .where((where) => where.and(one(access)))
    .forKeyShare()
    .executeTakeFirst()
  if (!remote) return undefined
  const asked = { state: 'pending', attempts: 0, cause: null, message: null, next_attempt_at: inSeconds(graceSeconds) }
  await db
    .insertInto('remote_pushes')
    .values({ ...one(access), branch_id: branchId, requests: 1, ...asked })
    .onConflict((conflict) => conflict.columns(key).doUpdateSet({ ...asked, requests: sql<number>`remote_pushes.requests + 1` }))
    .execute()
  return findPush(db, access, branchId)
}

/** Says that the remote has it. Nothing is said of what was asked for since the push began, nor of a branch that is gone. */
export const notePushed = async (
  db: Db,
  { tenantId, deploymentId }: DeploymentAccess,
  branchId: number,
  { requests, lastHash }: { requests: number; lastHash: string },
): Promise<void> => {
  const pushed = { state: 'pushed', attempts: 0, last_hash: lastHash, cause: null, message: null, next_attempt_at: null }
  await db
    .insertInto('remote_pushes')
    .columns([...key, 'requests', 'state', 'last_hash', 'pushed_at'])
    .expression((from) =>
      from
        .selectFrom('branches')
        .select((select) => [
          'tenant_id',
          'deployment_id',
          'id',
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
        .where('remote_pushes.requests', '=', requests),
    )
    .execute()
}

/** Says why it is not there, and when it is tried again. One that is there by now, or was asked for again, is left alone. */
export const notePushFailed = async (
  db: Db,
  access: DeploymentAccess,
  branchId: number,
  { requests, attempts, cause, message }: { requests: number; attempts: number; cause: string; message: string },
): Promise<void> => {
  const delay = delayAfter(attempts)
  await db
    .updateTable('remote_pushes')
    .set({
      attempts,
      cause,
      message,
      ...(delay === null ? { state: 'failed', next_attempt_at: null } : { next_attempt_at: inSeconds(delay) }),
    })
    .where((where) => where.and({ ...one(access), branch_id: branchId, requests, state: 'pending' }))
    .execute()
}

/** Whether it is this node's to try: it was due, and is nobody else's for a while. */
export const claimPush = async (db: Db, access: DeploymentAccess, branchId: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('remote_pushes')
    .set({ next_attempt_at: inSeconds(holdSeconds) })
    .where((where) => where.and({ ...one(access), branch_id: branchId, state: 'pending' }))
    .where('next_attempt_at', '<', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What stood in the way may be gone: all that is not there yet is tried again soon. */
export const hurryPushes = async (db: Db, access: DeploymentAccess): Promise<void> => {
  await db
    .updateTable('remote_pushes')
    .set({ state: 'pending', attempts: 0, next_attempt_at: sql<Date>`now()` })
    .where((where) => where.and(one(access)))
    .where('state', '<>', 'pushed')
    .execute()
}

/** What was noted of one remote says nothing about another. */
export const forgetPushes = async (db: Db, access: DeploymentAccess): Promise<void> => {
  await db
    .deleteFrom('remote_pushes')
    .where((where) => where.and(one(access)))
    .execute()
}
