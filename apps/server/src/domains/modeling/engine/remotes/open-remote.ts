import type { DeploymentAccess } from '#access'
import type { Remote, RemoteAuth } from '#adapters/git'
import type { RemoteContext } from './remote-context.ts'
import type { Db } from '#db'
import type { KeyRing } from '#secrets'
import { type ConnectionPlan, keptPlan, type Secret, type SecretAads } from './connection-plan.ts'
import { findRemoteRow, notConnected } from './remote-queries.ts'
import { secretAads } from './remote-rules.ts'

/** What a connection lets us in with, opened. */
export const openAuth = async (
  db: Db,
  keyRing: KeyRing,
  { tenantId, aads }: { tenantId: number; aads: SecretAads },
  plan: ConnectionPlan,
): Promise<RemoteAuth | null> => {
  const open = async (aad: string, secret: NonNullable<Secret>): Promise<string> =>
    'plain' in secret ? secret.plain : keyRing.open(db, tenantId, aad, secret.sealed)
  if (plan.sshKey) return { kind: 'sshKey', privateKey: await open(aads.sshKey, plan.sshKey), hostKeys: plan.hostKeys }
  if (!plan.token) return null
  return { kind: 'token', token: await open(aads.token, plan.token), user: plan.username ?? 'git' }
}

/** A remote by one connection; connected anew it is another, even if all else is the same. */
export type ConnectedRemote = Remote & { connectionId: number }

/** The remote with what it lets us in with; null when none is connected. */
export const openRemote = async (db: Db, keyRing: KeyRing, access: DeploymentAccess): Promise<ConnectedRemote | null> => {
  const row = await findRemoteRow(db, access)
  if (!row) return null
  const auth = await openAuth(db, keyRing, { tenantId: access.tenantId, aads: secretAads(access) }, keptPlan(row))
  return { tenantId: access.tenantId, url: row.url, auth, connectionId: row.connection_id }
}

export const findRemote = (context: Pick<RemoteContext, 'read' | 'keyRing'>, access: DeploymentAccess): Promise<ConnectedRemote | null> =>
  context.read((db) => openRemote(db, context.keyRing, access))

export const requireRemote = async (
  context: Pick<RemoteContext, 'read' | 'keyRing'>,
  access: DeploymentAccess,
): Promise<ConnectedRemote> => {
  const remote = await findRemote(context, access)
  if (!remote) throw notConnected()
  return remote
}
