import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { EngineLease } from '#engine/hosting'
import { answerWith, contextOf, type StandInEngine, startStandInEngine } from './given-engine.ts'
import type { TestServer } from './server.ts'

/** The supervisor's leases are of this engine from now on; its pool has all that a dispatcher has. */
export const leaseFrom = (server: TestServer, { engines }: StandInEngine, onLease: () => Promise<void> = async () => undefined): void => {
  vi.spyOn(server.services().engines, 'acquire').mockImplementation(async (environment, signal) => {
    await onLease()
    return (await engines.acquire({ embedPolicy: 'refuse', ...environment }, signal)) as EngineLease
  })
}

/** Has the engines of the server answered by a stand-in, which tells the asker's name in the metadata. */
export const useMetaEngine = (server: TestServer): { engine: () => StandInEngine; answerMeta: (cubes: object[]) => void } => {
  let engine: StandInEngine
  const answerMeta = (cubes: object[]): void => {
    engine.answer((request, response) => {
      const { cubeCloud } = contextOf(request) as { cubeCloud: { username: string } }
      answerWith(200, JSON.stringify({ cubes, compilerId: cubeCloud.username }))(request, response)
    })
  }
  beforeAll(async () => {
    engine = await startStandInEngine()
  })
  beforeEach(() => {
    leaseFrom(server, engine)
    answerMeta([{ name: 'orders', type: 'cube', measures: [], dimensions: [], segments: [] }])
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await engine.stop()
  })
  return { engine: () => engine, answerMeta }
}
