import type { Scene } from '../scene.ts'
import { headersOf, type TenantLoad, reading } from '../stage.ts'
import { firstUse, firstUseOfHost, givenHosts, givenKeys } from './first-use.ts'

const connections = 128
// Without a limit, they would fill the queue for look-ups.
const manyConnections = 800

const madeUpKey = (party: TenantLoad, address: string) => ({
  ...reading(party),
  name: 'made-up key',
  headers: headersOf(party, { authorization: 'Bearer sk-%random%%random%', 'x-forwarded-for': address }),
})

/** Unknown keys from many addresses, on the neighbour's host. */
export const strangersNextDoor: Scene = {
  name: 'made-up-keys-next-door',
  prepare: async (stage) => ({
    twin: { kinds: [reading(stage.neighbour)], connections },
    attack: { kinds: [madeUpKey(stage.neighbour, '%address%')], connections },
    also: [{ kind: firstUse(stage.quiet, await givenKeys(stage, 'next-door')), perSecond: 50 }],
  }),
}

/** Unknown keys from one address, on the quiet tenant's host. */
export const strangersAtTheDoor: Scene = {
  name: 'made-up-keys-at-the-door',
  limitedBy: 'made-up key 429 rate_limited',
  prepare: async (stage) => ({
    twin: { kinds: [reading(stage.neighbour)], connections },
    attack: { kinds: [madeUpKey(stage.quiet, '203.0.113.7')], connections: manyConnections },
    also: [{ kind: firstUse(stage.quiet, await givenKeys(stage, 'at-the-door')), perSecond: 50 }],
  }),
}

/** Unknown hosts, while the quiet tenant is called by new hosts. */
export const madeUpHosts: Scene = {
  name: 'made-up-hosts',
  limitedBy: 'made-up host 429 rate_limited',
  prepare: async (stage) => ({
    twin: { kinds: [reading(stage.neighbour)], connections },
    attack: {
      kinds: [
        {
          ...reading(stage.neighbour),
          name: 'made-up host',
          headers: { 'x-forwarded-host': '%random%.test', 'x-forwarded-for': '203.0.113.8' },
        },
      ],
      connections: manyConnections,
    },
    also: [{ kind: firstUseOfHost(stage.quiet, await givenHosts(stage)), perSecond: 50 }],
  }),
}
