import { describe } from 'vitest'
import { givenSession, givenToken, itGuardsAccess, useServer } from '#test'

const server = useServer()

describe('renewSession', () => {
  itGuardsAccess(server, 'renewSession', {
    credential: async (actor) => (await givenToken(server, actor, { externalId: 'user-1' })).token,
    input: async (actor) => ({ body: { sessionId: (await givenSession(actor, { externalId: 'user-1' })).sessionId } }),
  })
})
