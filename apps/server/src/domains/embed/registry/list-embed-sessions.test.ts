import { describe } from 'vitest'
import { givenSession, givenToken, itGuardsAccess, itPagesByCursor, useServer } from '#test'

const server = useServer()

describe('listEmbedSessions', () => {
  itGuardsAccess(server, 'listEmbedSessions', {
    input: async (actor) => {
      await givenSession(actor)
      return {}
    },
  })
  itPagesByCursor(server, 'listEmbedSessions', {
    fill: async (owner) => {
      await givenSession(owner)
      await givenToken(server, owner)
      await givenSession(owner)
      return {}
    },
    grow: (owner) => givenSession(owner),
  })
})
