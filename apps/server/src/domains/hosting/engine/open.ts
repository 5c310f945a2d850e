import { rm } from 'node:fs/promises'
import type { BaseConfig } from '#config'
import { makeWorkFolder } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { type Bulkhead, createBulkhead } from '#limits'
import type { HostingSettings } from '#settings/hosting'
import type { ModelCompiler } from './builds/index.ts'

export type EngineServices = {
  modelCompiler: ModelCompiler
  /** How many models compile at once on this node, shared between tenants. */
  buildPlaces: Bulkhead<number>
  /** Where builds of this process have their folders. */
  buildFolder: string
}

export type EngineContexts = { request: object; reading: object; changing: object }

/** Until the sandboxed engine is there nothing compiles, and builds wait. */
const noCompiler: ModelCompiler = {
  compile: async () => {
    throw new Failure('service_unavailable', 'This process cannot compile data models.', { retryAfterSeconds: 30 })
  },
}

type Opened = { services: EngineServices; contexts: EngineContexts; stop: () => Promise<void> }

export const openEngine = async (
  { config }: { config: BaseConfig & HostingSettings },
  compiler: ModelCompiler = noCompiler,
): Promise<Opened> => {
  const buildFolder = await makeWorkFolder(config.dataFolder)
  const capacity = config.buildProcesses
  // Builds wait for as long as it takes: whoever asked for one was answered long ago.
  const buildPlaces = createBulkhead<number>({
    what: 'places for builds',
    holder: 'tenant',
    capacity,
    maxPerKey: capacity,
    maxWaiting: 1000,
    maxWaitingPerKey: 1000,
    maxWaitMs: 20 * 60_000,
  })
  return {
    services: { modelCompiler: compiler, buildPlaces, buildFolder },
    contexts: { request: {}, reading: {}, changing: {} },
    stop: () => rm(buildFolder, { recursive: true, force: true }),
  }
}
