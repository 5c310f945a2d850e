import { randomUUID } from 'node:crypto'
import { createForwardedTokens } from '../../../../apps/server/src/nodes/forwarded-token.ts'
import type { Fleet, FleetNode } from './fleet.ts'

/**
 * Headers of a forwarded request. The node that receives them handles the request itself, whichever node owns the data model.
 */
export const doneHere = (fleet: Fleet, node: Pick<FleetNode, 'url'>, url: string, method = 'GET'): Record<string, string> => {
  const { tenantId, host } = fleet.tenant
  const requestId = randomUUID()
  const rootKey = Buffer.from(fleet.installation.env['FACET_ROOT_KEY'] ?? '', 'base64')
  // The database and the trial use the same clock.
  const tokens = createForwardedTokens(() => null, { current: rootKey, previous: null }, Date.now)
  const forwarded = { tenantId, host, origin: `https://${host}`, address: '127.0.0.1', requestId }
  const token = tokens.sign(node.url, { method, url, requestId }, forwarded)
  return { 'x-request-id': requestId, 'x-facet-forwarded': token }
}

/** The fleet with nodes that disagree about owners: each node handles every request itself. */
export const disagreeing = (fleet: Fleet): Fleet => ({
  ...fleet,
  ask: (node, asking) =>
    fleet.ask(node, { ...asking, headers: { ...asking.headers, ...doneHere(fleet, node, asking.path, asking.method) } }),
})
