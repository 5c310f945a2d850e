import { asAsked } from '@facet/testkit/relay'
import type { StoreBehaviour } from '../../../../harness/store-relay.ts'
import { pause } from '../../../../harness/numbers.ts'
import type { Scene } from '../scene.ts'
import { headersOf, type TenantLoad, saving } from '../stage.ts'

const delayMs = 2000

const branching = (party: TenantLoad) => ({
  name: 'branch',
  method: 'POST',
  path: `/build/api/v1/deployments/${party.author.deploymentId}/branches`,
  headers: headersOf(party, { 'idempotency-key': '%random%' }),
  body: JSON.stringify({ name: 'branch-%n%' }),
})

const slowFor =
  ({ tenant }: TenantLoad): StoreBehaviour =>
  async (exchange) => {
    if (exchange.key.startsWith(`tenants/${tenant.tenantId}/`)) await pause(delayMs)
    await asAsked(exchange)
  }

/** A save that waits for a slow object store, and branch requests with idempotency keys behind it. */
export const slowStore: Scene = {
  name: 'slow-store',
  prepare: async ({ neighbour, store }) => {
    const save = saving(neighbour)
    return {
      twin: { kinds: [save], connections: 16 },
      attack: {
        kinds: [save, ...Array.from({ length: 7 }, () => branching(neighbour))],
        connections: 16,
        start: () => store.behave(slowFor(neighbour)),
        stop: () => store.behave(asAsked),
      },
    }
  },
}
