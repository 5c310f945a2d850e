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

/** The frames of one visitor of the quiet tenant itself, which must not cost its backend what it mints with. */
export const manyFrames: Scene = {
  name: 'frames',
  walls: ['frames'],
  // Frames come far more often than the backend may, and are held to limits of their own alone, which are far.
  settings: { FACET_RATE_LIMIT_PER_KEY: '200', FACET_RATE_LIMIT_PER_TENANT: '200' },
  prepare: async (stage) => ({
    twin: { kinds: await framesOf(stage, stage.neighbour), connections: frames },
    attack: { kinds: await framesOf(stage, stage.quiet), connections: frames },
  }),
}
