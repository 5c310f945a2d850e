import { describe } from 'vitest'
import { givenSession, itGuardsAccess, newestSessionId, useServer } from '#test'

const server = useServer()

describe('revokeEmbedSession', () => {
  itGuardsAccess(server, 'revokeEmbedSession', {
    input: async (actor) => {
      await givenSession(actor)
      return { params: { embedSessionId: await newestSessionId(actor) } }
    },
  })
})
