import { generateSshKey, type Remotes } from '#adapters/git'
import { readRemoteUrl, type RemoteUrl } from '#adapters/outbound'
import type { Db } from '#db'
import type { KeyRing } from '#secrets'

/** How somebody wants a repository to be reached. */
export type ConnectionRequest = {
  url: string
  username?: string | null | undefined
  token?: string | null | undefined
  newSshKey?: boolean | null | undefined
}

/** How it is reached so far, as it is kept. */
export type KeptConnection = {
  url: string
  username: string | null
  token_sealed: Buffer | null
  ssh_key_sealed: Buffer | null
  ssh_public_key: string | null
  host_keys: string[]
}

/** A secret that is new and still to be sealed, or one that stays as it is kept. */
export type Secret = { plain: string } | { sealed: Buffer } | null

/** How a remote is to be reached, once the network was asked. */
export type ConnectionPlan = { username: string | null; token: Secret; sshKey: Secret; sshPublicKey: string | null; hostKeys: string[] }

/** A secret goes to the host it was given for and to no other. */
const isSameHost = (url: RemoteUrl, kept: KeptConnection): boolean => {
  const before = readRemoteUrl(kept.url, ['https', 'ssh'])
  return 'host' in before && before.kind === url.kind && before.host === url.host && before.port === url.port
}

const planHttps = (url: RemoteUrl, request: ConnectionRequest, before: KeptConnection | null): ConnectionPlan => {
  const kept = request.token == null && before?.token_sealed && isSameHost(url, before) ? before : null
  const stays: Secret = kept?.token_sealed ? { sealed: kept.token_sealed } : null
  return {
    username: request.username ?? kept?.username ?? null,
    token: request.token == null ? stays : { plain: request.token },
    sshKey: null,
    sshPublicKey: null,
    hostKeys: [],
  }
}

/** The key pair stays with the deployment; the host shows who it is once, and is held to it. */
const planSsh = async (
  remotes: Remotes,
  url: RemoteUrl,
  request: ConnectionRequest,
  before: KeptConnection | null,
): Promise<ConnectionPlan> => {
  const pinned = before && isSameHost(url, before) ? before.host_keys : []
  const hostKeys = pinned.length > 0 ? pinned : (await remotes.listHostKeys(request.url)).map(({ key }) => key)
  const known = { username: null, token: null, hostKeys }
  if (before?.ssh_key_sealed && !request.newSshKey)
    return { ...known, sshKey: { sealed: before.ssh_key_sealed }, sshPublicKey: before.ssh_public_key }
  const { privateKey, publicKey } = await generateSshKey()
  return { ...known, sshKey: { plain: privateKey }, sshPublicKey: publicKey }
}

export const planConnection = async (
  remotes: Remotes,
  request: ConnectionRequest,
  before: KeptConnection | null,
): Promise<ConnectionPlan> => {
  const url = await remotes.judge(request.url)
  return url.kind === 'ssh' ? planSsh(remotes, url, request, before) : planHttps(url, request, before)
}

const kept = (sealed: Buffer | null): Secret => (sealed === null ? null : { sealed })

/** To go on as it is kept. */
export const keptPlan = (connection: KeptConnection): ConnectionPlan => ({
  username: connection.username,
  token: kept(connection.token_sealed),
  sshKey: kept(connection.ssh_key_sealed),
  sshPublicKey: connection.ssh_public_key,
  hostKeys: connection.host_keys,
})

/** What each secret is sealed to: it opens nowhere else. */
export type SecretAads = { token: string; sshKey: string }

/** The connection as it is to be kept. */
export const sealConnection = async (
  db: Db,
  keyRing: KeyRing,
  { tenantId, aads }: { tenantId: number; aads: SecretAads },
  url: string,
  plan: ConnectionPlan,
): Promise<KeptConnection> => {
  const sealed = async (aad: string, secret: Secret): Promise<Buffer | null> => {
    if (secret === null || 'sealed' in secret) return secret?.sealed ?? null
    return keyRing.seal(db, tenantId, aad, secret.plain)
  }
  return {
    url,
    username: plan.username,
    token_sealed: await sealed(aads.token, plan.token),
    ssh_key_sealed: await sealed(aads.sshKey, plan.sshKey),
    ssh_public_key: plan.sshPublicKey,
    host_keys: plan.hostKeys,
  }
}
