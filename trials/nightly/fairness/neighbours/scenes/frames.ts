import type { Scene } from '../scene.ts'
import { headersOf, type TenantLoad, type Stage } from '../stage.ts'

const frames = 12

/** The frames of one visitor, each with a token of its own. */
const framesOf = async (stage: Stage, party: TenantLoad) => {
  const tokens = await Promise.all(Array.from({ length: frames }, () => party.embedding.token(stage.node(), { externalId: 'visitor' })))
  return tokens.map((token) => ({
    name: 'frame',
    method: 'GET',
    path: `/api/v1/deployments/${party.embedding.deploymentId}`,
    headers: headersOf(party, { authorization: `Bearer ${token}` }),
  }))
}

/** Frames of one visitor of the quiet tenant, which must not use up the rate limit of its backend. */
export const manyFrames: Scene = {
  name: 'frames',
  // The frames exceed the limits of the backend. Their own limits are far higher.
  settings: { FACET_RATE_LIMIT_PER_KEY: '200', FACET_RATE_LIMIT_PER_TENANT: '200' },
  prepare: async (stage) => ({
    twin: { kinds: await framesOf(stage, stage.neighbour), connections: frames },
    attack: { kinds: await framesOf(stage, stage.quiet), connections: frames },
  }),
}
