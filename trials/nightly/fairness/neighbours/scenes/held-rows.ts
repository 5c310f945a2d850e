import type { Scene } from '../scene.ts'
import { headersOf, minting, type TenantLoad, reading } from '../stage.ts'

const connections = 48
const variables = 200

/** The same rows in each request: one works and the others wait for it, each with a connection. */
const settingVariables = (party: TenantLoad) => ({
  name: 'variables',
  method: 'PUT',
  path: `/api/v1/deployments/${party.embedding.deploymentId}/env-vars`,
  headers: headersOf(party),
  body: JSON.stringify({ env_variables: Array.from({ length: variables }, (_, n) => ({ name: `VARIABLE_${n}`, value: '%n%' })) }),
})

/** Everybody of the neighbour waits for everybody of the neighbour. */
export const heldRows: Scene = {
  name: 'held-rows',
  walls: ['connections'],
  prepare: async ({ neighbour }) => ({
    twin: { kinds: [minting(neighbour), reading(neighbour)], connections },
    attack: { kinds: [settingVariables(neighbour)], connections },
  }),
}
