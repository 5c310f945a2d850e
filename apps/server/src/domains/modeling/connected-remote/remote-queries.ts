import type { DeploymentAccess } from '#access'
import { type Db, sql } from '#db'
import { Failure } from '#failure'

const one = ({ tenantId, deploymentId }: DeploymentAccess) => ({ tenant_id: tenantId, deployment_id: deploymentId })

export const notConnected = (): Failure =>
  new Failure('remote_not_connected', 'This deployment is connected to no git remote. Connect one with PUT …/remote.')

/** As it is kept: what is sealed stays sealed. */
export const findRemoteRow = (db: Db, access: DeploymentAccess) =>
  db
    .selectFrom('repository_remotes')
    .select(['url', 'username', 'token_sealed', 'ssh_key_sealed', 'ssh_public_key', 'host_keys', 'webhook_token_hash', 'connected_at'])
    .where((where) => where.and(one(access)))
    .executeTakeFirst()

export type RemoteRow = NonNullable<Awaited<ReturnType<typeof findRemoteRow>>>

const changedMeanwhile = (): Failure =>
  new Failure('service_unavailable', 'The remote of this deployment was connected anew or disconnected meanwhile. Repeat the request.', {
    retryAfterSeconds: 1,
  })

/** The connection that was looked at: each has a time of its own, of which a Date holds the milliseconds. */
const connectedAt = (at: Date) => sql<boolean>`date_trunc('milliseconds', connected_at) = ${at}`

/**
 * Keeps the connection as it is until this transaction ends, if it still is the one that was looked at: what came from a remote that is
 * not the deployment's any more has no place here.
 */
export const requireSameRemote = async (db: Db, access: DeploymentAccess, looked: { connectedAt: Date }): Promise<void> => {
  const found = await db
    .selectFrom('repository_remotes')
    .select('url')
    .where((where) => where.and(one(access)))
    .where(connectedAt(looked.connectedAt))
    .forShare()
    .executeTakeFirst()
  if (!found) throw changedMeanwhile()
}

/**
 * Every column at once: a secret never meets the address of another request than the one it was kept by. And only in place of what was
 * looked at: otherwise what another request replaced or removed would come back.
 */
export const storeRemote = async (
  db: Db,
  access: DeploymentAccess,
  looked: RemoteRow | null,
  remote: Omit<RemoteRow, 'connected_at'>,
): Promise<RemoteRow> => {
  const values = { ...remote, connected_at: sql<Date>`clock_timestamp()` }
  const stored = looked
    ? await db
        .updateTable('repository_remotes')
        .set(values)
        .where((where) => where.and(one(access)))
        .where(connectedAt(looked.connected_at))
        .returning('connected_at')
        .executeTakeFirst()
    : await db
        .insertInto('repository_remotes')
        .values({ ...one(access), ...values })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'deployment_id']).doNothing())
        .returning('connected_at')
        .executeTakeFirst()
  if (!stored) throw changedMeanwhile()
  return { ...remote, connected_at: stored.connected_at }
}

export const removeRemoteRow = async (db: Db, access: DeploymentAccess): Promise<boolean> => {
  const removed = await db
    .deleteFrom('repository_remotes')
    .where((where) => where.and(one(access)))
    .returning('url')
    .executeTakeFirst()
  return removed !== undefined
}
