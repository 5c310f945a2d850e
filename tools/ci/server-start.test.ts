import { expect, it } from 'vitest'
import { useServer } from '../../apps/server/test/index.ts'

const server = useServer()

// What this executes tells no two tests of the service apart: recordings are compared with it (`tools/ci/recording.ts`).
it('starts a server and asks it nothing', () => {
  expect(server.url()).toContain('http')
})
