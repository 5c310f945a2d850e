import type { Remote } from '@facet/contract'
import { hostKeyView, type PushRow, pushView, type RemoteRow } from '#engine/modeling'

export const remoteView = (row: RemoteRow, pushes: readonly PushRow[]): Remote => ({
  url: row.url,
  username: row.username,
  hasToken: row.token_sealed !== null,
  sshPublicKey: row.ssh_public_key,
  hostKeys: row.host_keys.map(hostKeyView),
  connectedAt: row.connected_at.toISOString(),
  pushes: pushes.map(pushView),
})
