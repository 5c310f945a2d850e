import { describe } from 'vitest'
import { givenSession, itGuardsAccess, useServer } from '#test'

const server = useServer()

describe('exchangeSession', () => {
  itGuardsAccess(server, 'exchangeSession', {
    input: async (actor) => ({ body: { sessionId: (await givenSession(actor)).sessionId } }),
  })
})
