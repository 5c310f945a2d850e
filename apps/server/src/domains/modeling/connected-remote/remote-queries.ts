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

/** Every column at once: a secret never meets the address of another request than the one it was kept by. */
export const storeRemote = async (db: Db, access: DeploymentAccess, remote: Omit<RemoteRow, 'connected_at'>): Promise<RemoteRow> => {
  const values = { ...remote, connected_at: sql<Date>`now()` }
  const { connected_at } = await db
    .insertInto('repository_remotes')
    .values({ ...one(access), ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'deployment_id']).doUpdateSet(values))
    .returning('connected_at')
    .executeTakeFirstOrThrow()
  return { ...remote, connected_at }
}

export const removeRemoteRow = async (db: Db, access: DeploymentAccess): Promise<boolean> => {
  const removed = await db
    .deleteFrom('repository_remotes')
    .where((where) => where.and(one(access)))
    .returning('url')
    .executeTakeFirst()
  return removed !== undefined
}
