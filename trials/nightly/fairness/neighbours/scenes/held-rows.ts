import type { Scene } from '../scene.ts'
import { headersOf, minting, type TenantLoad, reading } from '../stage.ts'

const connections = 48
const variables = 200

/** Every request writes the same rows: one works, and the others wait with a connection each. */
const settingVariables = (party: TenantLoad) => ({
  name: 'variables',
  method: 'PUT',
  path: `/api/v1/deployments/${party.embedding.deploymentId}/env-vars`,
  headers: headersOf(party),
  body: JSON.stringify({ env_variables: Array.from({ length: variables }, (_, n) => ({ name: `VARIABLE_${n}`, value: '%n%' })) }),
})

/** Requests of the neighbour wait for each other. */
export const heldRows: Scene = {
  name: 'held-rows',
  prepare: async ({ neighbour }) => ({
    twin: { kinds: [minting(neighbour), reading(neighbour)], connections },
    attack: { kinds: [settingVariables(neighbour)], connections },
  }),
}
