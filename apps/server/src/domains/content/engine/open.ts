import type { BaseConfig } from '#config'
import { type Bulkhead, createBulkhead } from '#limits'

export type EngineServices = object

export type EngineContexts = {
  request: object
  reading: {
    /** How many archives of content are received at once on this node. */
    archivePlaces: Pick<Bulkhead<number>, 'run'>
    /** How many of them are planned and applied at once: each keeps a database connection for as long as that takes. */
    importTurns: Pick<Bulkhead<number>, 'run'>
  }
  changing: object
}

const line = { maxWaiting: 200, maxWaitingPerKey: 50 }
// Whoever waits is not read from: below the time that any request is given to arrive.
const archiveLine = { ...line, capacity: 16, maxPerKey: 2, maxWaitMs: 15_000 }

export const openEngine = ({ config }: { config: Pick<BaseConfig, 'poolSize'> }) => {
  // Imports last: of every five connections of the node they have one, and the others stay for whoever only asks.
  const capacity = Math.max(1, Math.floor(config.poolSize / 5))
  const services: EngineServices = {}
  const contexts: EngineContexts = {
    request: {},
    reading: {
      archivePlaces: createBulkhead<number>({ what: 'places for archives of content', holder: 'tenant', ...archiveLine }),
      importTurns: createBulkhead<number>({
        what: 'turns of imports',
        holder: 'tenant',
        capacity,
        maxPerKey: 1,
        maxWaitMs: 120_000,
        ...line,
      }),
    },
    changing: {},
  }
  return { services, contexts, stop: async () => undefined }
}
