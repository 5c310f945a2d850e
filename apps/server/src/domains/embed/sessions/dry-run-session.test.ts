import { describe } from 'vitest'
import { itGuardsAccess, markedName, useServer } from '#test'

const server = useServer()

describe('dryRunSession', () => {
  itGuardsAccess(server, 'dryRunSession', {
    input: (actor) => ({ body: { deploymentId: actor.deploymentId, externalId: markedName(actor) } }),
  })
})
