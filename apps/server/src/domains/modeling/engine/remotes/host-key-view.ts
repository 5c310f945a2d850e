import { createHash } from 'node:crypto'

/** A pinned key as ssh shows it. */
export const hostKeyView = (line: string): { type: string; fingerprint: string } => {
  const [type = '', key = ''] = line.split(' ')
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64')
  return { type, fingerprint: `SHA256:${digest.replaceAll('=', '')}` }
}
