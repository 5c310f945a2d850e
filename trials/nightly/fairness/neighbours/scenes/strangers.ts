import type { Scene } from '../scene.ts'
import { headersOf, type TenantLoad, reading } from '../stage.ts'
import { firstUse, firstUseOfHost, givenHosts, givenKeys } from './first-use.ts'

const connections = 128
// Whoever is not limited fills the line of those that wait for a look-up.
const manyConnections = 800

const madeUpKey = (party: TenantLoad, address: string) => ({
  ...reading(party),
  name: 'made-up key',
  headers: headersOf(party, { authorization: 'Bearer sk-%random%%random%', 'x-forwarded-for': address }),
})

/** Keys that do not exist, from everywhere, on the neighbour's host. */
export const strangersNextDoor: Scene = {
  name: 'made-up-keys-next-door',
  walls: ['lookUps'],
  prepare: async (stage) => ({
    twin: { kinds: [reading(stage.neighbour)], connections },
    attack: { kinds: [madeUpKey(stage.neighbour, '%address%')], connections },
    also: [{ kind: firstUse(stage.quiet, await givenKeys(stage, 'next-door')), perSecond: 50 }],
  }),
}

/** The same from one address, on the host of the quiet tenant itself. */
export const strangersAtTheDoor: Scene = {
  name: 'made-up-keys-at-the-door',
  walls: ['admission'],
  limitedBy: 'made-up key 429 rate_limited',
  prepare: async (stage) => ({
    twin: { kinds: [reading(stage.neighbour)], connections },
    attack: { kinds: [madeUpKey(stage.quiet, '203.0.113.7')], connections: manyConnections },
    also: [{ kind: firstUse(stage.quiet, await givenKeys(stage, 'at-the-door')), perSecond: 50 }],
  }),
}

/** Hosts that do not exist, while the quiet tenant is called by hosts that no node has served before. */
export const madeUpHosts: Scene = {
  name: 'made-up-hosts',
  walls: ['admission', 'lookUps'],
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
