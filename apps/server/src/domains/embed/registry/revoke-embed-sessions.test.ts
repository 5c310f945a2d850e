import { describe } from 'vitest'
import { itGuardsAccess, useServer } from '#test'

const server = useServer()

describe('revokeEmbedSessions', () => {
  itGuardsAccess(server, 'revokeEmbedSessions', { input: (actor) => ({ body: { deploymentId: actor.deploymentId } }), isUnmarked: true })
})
