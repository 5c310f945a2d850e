import { describe } from 'vitest'
import { itGuardsAccess, useServer } from '#test'

const server = useServer()

describe('getEmbedKeys', () => {
  itGuardsAccess(server, 'getEmbedKeys', { input: () => ({}) })
})
