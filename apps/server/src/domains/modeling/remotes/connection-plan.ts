import type { connectRemote as contract } from '@facet/contract'
import { generateSshKey, type Remotes } from '#adapters/git'
import { readRemoteUrl, type RemoteUrl } from '#adapters/outbound'
import type { Input } from '#context'
import type { RemoteRow } from '#engine/modeling'

type ConnectionRequest = Input<typeof contract>['body']

/** A secret that is new and still to be sealed, or one that stays as it is kept. */
export type Secret = { plain: string } | { sealed: Buffer } | null

/** How a remote is to be reached, once the network was asked. */
export type ConnectionPlan = { username: string | null; token: Secret; sshKey: Secret; sshPublicKey: string | null; hostKeys: string[] }

/** A secret goes to the host it was given for and to no other. */
const isSameHost = (url: RemoteUrl, row: RemoteRow): boolean => {
  const before = readRemoteUrl(row.url, ['https', 'ssh'])
  return 'host' in before && before.kind === url.kind && before.host === url.host && before.port === url.port
}

const planHttps = (url: RemoteUrl, request: ConnectionRequest, row: RemoteRow | null): ConnectionPlan => {
  const kept = request.token == null && row?.token_sealed && isSameHost(url, row) ? row : null
  const stays: Secret = kept?.token_sealed ? { sealed: kept.token_sealed } : null
  return {
    username: request.username ?? kept?.username ?? null,
    token: request.token == null ? stays : { plain: request.token },
    sshKey: null,
    sshPublicKey: null,
    hostKeys: [],
  }
}

/** The key pair stays with the data model; the host shows who it is once, and is held to it. */
const planSsh = async (remotes: Remotes, url: RemoteUrl, request: ConnectionRequest, row: RemoteRow | null): Promise<ConnectionPlan> => {
  const pinned = row && isSameHost(url, row) ? row.host_keys : []
  const hostKeys = pinned.length > 0 ? pinned : (await remotes.listHostKeys(request.url)).map(({ key }) => key)
  const known = { username: null, token: null, hostKeys }
  if (row?.ssh_key_sealed && !request.newSshKey)
    return { ...known, sshKey: { sealed: row.ssh_key_sealed }, sshPublicKey: row.ssh_public_key }
  const { privateKey, publicKey } = await generateSshKey()
  return { ...known, sshKey: { plain: privateKey }, sshPublicKey: publicKey }
}

export const planConnection = async (remotes: Remotes, request: ConnectionRequest, row: RemoteRow | null): Promise<ConnectionPlan> => {
  const url = await remotes.judge(request.url)
  return url.kind === 'ssh' ? planSsh(remotes, url, request, row) : planHttps(url, request, row)
}
