import { createHash } from 'node:crypto'
import type { Remote } from '@facet/contract'
import { type PushRow, pushView, type RemoteRow } from '#engine/modeling'

/** A pinned key as ssh shows it. */
const hostKeyView = (line: string): Remote['hostKeys'][number] => {
  const [type = '', key = ''] = line.split(' ')
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64')
  return { type, fingerprint: `SHA256:${digest.replaceAll('=', '')}` }
}

export const remoteView = (row: RemoteRow, pushes: readonly PushRow[]): Remote => ({
  url: row.url,
  username: row.username,
  hasToken: row.token_sealed !== null,
  sshPublicKey: row.ssh_public_key,
  hostKeys: row.host_keys.map(hostKeyView),
  connectedAt: row.connected_at.toISOString(),
  pushes: pushes.map(pushView),
})
