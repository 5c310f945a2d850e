import { randomUUID } from 'node:crypto'
import { createForwardedTokens } from '../../../../apps/server/src/nodes/forwarded-token.ts'
import type { Fleet, FleetNode } from './fleet.ts'

/**
 * Headers with which a node answers a read itself, whoever owns the data model: it does not pass on what another node passed on
 * to it, and the trial has the key to say so.
 */
export const doneHere = (fleet: Fleet, node: Pick<FleetNode, 'url'>, url: string): Record<string, string> => {
  const { tenantId, host } = fleet.tenant
  const requestId = randomUUID()
  const rootKey = Buffer.from(fleet.installation.env['FACET_ROOT_KEY'] ?? '', 'base64')
  // Database and trial share the clock of one machine.
  const tokens = createForwardedTokens(() => null, { current: rootKey, previous: null }, Date.now)
  const forwarded = { tenantId, host, origin: `https://${host}`, address: '127.0.0.1', requestId }
  const token = tokens.sign(node.url, { method: 'GET', url, requestId }, forwarded)
  return { 'x-request-id': requestId, 'x-facet-forwarded': token }
}
