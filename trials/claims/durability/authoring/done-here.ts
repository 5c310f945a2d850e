import { randomUUID } from 'node:crypto'
import { createForwardedTokens } from '../../../../apps/server/src/nodes/forwarded-token.ts'
import type { Fleet, FleetNode } from './fleet.ts'

/**
 * Headers with which a node does itself what it is asked, whoever owns the data model: it does not pass on what another node
 * passed on to it, and the trial has the key to say so.
 */
export const doneHere = (fleet: Fleet, node: Pick<FleetNode, 'url'>, url: string, method = 'GET'): Record<string, string> => {
  const { tenantId, host } = fleet.tenant
  const requestId = randomUUID()
  const rootKey = Buffer.from(fleet.installation.env['FACET_ROOT_KEY'] ?? '', 'base64')
  // Database and trial share the clock of one machine.
  const tokens = createForwardedTokens(() => null, { current: rootKey, previous: null }, Date.now)
  const forwarded = { tenantId, host, origin: `https://${host}`, address: '127.0.0.1', requestId }
  const token = tokens.sign(node.url, { method, url, requestId }, forwarded)
  return { 'x-request-id': requestId, 'x-facet-forwarded': token }
}

/** The fleet as it is while its nodes disagree: each acts itself on whatever it is asked. */
export const disagreeing = (fleet: Fleet): Fleet => ({
  ...fleet,
  ask: (node, asking) =>
    fleet.ask(node, { ...asking, headers: { ...asking.headers, ...doneHere(fleet, node, asking.path, asking.method) } }),
})
