import { describe } from 'vitest'
import { givenSession, itGuardsAccess, newestSessionId, useServer } from '#test'

const server = useServer()

describe('getEmbedSession', () => {
  itGuardsAccess(server, 'getEmbedSession', {
    input: async (actor) => {
      await givenSession(actor)
      return { params: { embedSessionId: await newestSessionId(actor) } }
    },
  })
})
