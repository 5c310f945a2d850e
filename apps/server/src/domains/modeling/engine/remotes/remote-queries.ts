import type { DeploymentAccess } from '#access'
import { type Db, sql } from '#db'
import { Failure } from '#kernel/failure'

const one = ({ tenantId, deploymentId }: DeploymentAccess) => ({ tenant_id: tenantId, deployment_id: deploymentId })

export const notConnected = (): Failure =>
  new Failure('remote_not_connected', 'This deployment is not connected to a git remote. Connect one with PUT …/remote.')

/** As it is kept: what is sealed stays sealed. */
export const findRemoteRow = (db: Db, access: DeploymentAccess) =>
  db
    .selectFrom('repository_remotes')
    .select([
      'url',
      'username',
      'token_sealed',
      'ssh_key_sealed',
      'ssh_public_key',
      'host_keys',
      'webhook_token_hash',
      'connection_id',
      'connected_at',
    ])
    .where((where) => where.and(one(access)))
    .executeTakeFirst()

export type RemoteRow = NonNullable<Awaited<ReturnType<typeof findRemoteRow>>>

/** The connection that was looked at is not the deployment's any more. */
export class RemoteReplaced extends Failure {
  constructor() {
    super('service_unavailable', 'The remote of this deployment was reconnected or disconnected in the meantime. Repeat the request.', {
      retryAfterSeconds: 1,
    })
  }
}

type Looked = { connectionId: number }

const selectSame = (db: Db, access: DeploymentAccess, { connectionId }: Looked) =>
  db
    .selectFrom('repository_remotes')
    .select('url')
    .where((where) => where.and({ ...one(access), connection_id: connectionId }))

/**
 * Keeps the connection as it is until this transaction ends, if it still is the one that was looked at: what came from a remote that is
 * not the deployment's any more has no place here.
 */
export const requireSameRemote = async (db: Db, access: DeploymentAccess, looked: Looked): Promise<void> => {
  if (!(await selectSame(db, access, looked).forShare().executeTakeFirst())) throw new RemoteReplaced()
}

/** The same for a moment, where nothing can be kept: before something is sent. Nothing is sent for a tenant that is suspended. */
export const requireStillSameRemote = async (db: Db, access: DeploymentAccess, looked: Looked): Promise<void> => {
  const same = await selectSame(db, access, looked)
    .innerJoin('tenants as t', 't.id', 'repository_remotes.tenant_id')
    .select('t.suspended_at')
    .executeTakeFirst()
  if (!same) throw new RemoteReplaced()
  if (same.suspended_at !== null) throw new Failure('service_unavailable', 'The tenant is suspended.', { retryAfterSeconds: 60 })
}

/** The connection as it is until this transaction ends; nothing where there is none. */
export const lockConnection = (db: Db, access: DeploymentAccess): Promise<{ connection_id: number } | undefined> =>
  db
    .selectFrom('repository_remotes')
    .select('connection_id')
    .where((where) => where.and(one(access)))
    .forShare()
    .executeTakeFirst()

/**
 * Every column at once: a secret never meets the address of another request than the one it was kept by. And only in place of what was
 * looked at: otherwise what another request replaced or removed would come back.
 */
export const storeRemote = async (
  db: Db,
  access: DeploymentAccess,
  looked: RemoteRow | null,
  remote: Omit<RemoteRow, 'connection_id' | 'connected_at'>,
): Promise<RemoteRow> => {
  const connection = { connection_id: sql<number>`nextval('facet_ids')`, connected_at: sql<Date>`clock_timestamp()` }
  const stored = looked
    ? await db
        .updateTable('repository_remotes')
        .set({ ...remote, ...connection })
        .where((where) => where.and({ ...one(access), connection_id: looked.connection_id }))
        .returning(['connection_id', 'connected_at'])
        .executeTakeFirst()
    : await db
        .insertInto('repository_remotes')
        .values({ ...one(access), ...remote, ...connection })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'deployment_id']).doNothing())
        .returning(['connection_id', 'connected_at'])
        .executeTakeFirst()
  if (!stored) throw new RemoteReplaced()
  return { ...remote, ...stored }
}

export const removeRemoteRow = async (db: Db, access: DeploymentAccess): Promise<boolean> => {
  const removed = await db
    .deleteFrom('repository_remotes')
    .where((where) => where.and(one(access)))
    .returning('url')
    .executeTakeFirst()
  return removed !== undefined
}
