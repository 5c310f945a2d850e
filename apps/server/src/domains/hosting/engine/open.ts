import { rm } from 'node:fs/promises'
import { enginePrograms, findInstalledEngine, type InstalledEngine } from '#adapters/cube'
import type { RoleName } from '#config'
import { makeWorkFolder } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { type Bulkhead, createBulkhead } from '#limits'
import type { ModelingSettings } from '#settings/modeling'
import type { ModelCompiler } from './builds/index.ts'
import type { Engines } from './engines/index.ts'
import { createCubeCompiler } from './launch/index.ts'
import { openLazySandbox } from './lazy-sandbox.ts'
import { openProcesses, type ProcessParts } from './open-processes.ts'
import type { EngineError } from './serving/index.ts'

export type EngineServices = {
  modelCompiler: ModelCompiler
  /** How many models compile at once on this node, shared between tenants. */
  buildPlaces: Bulkhead<number>
  /** Where builds of this process have their folders. */
  buildFolder: string
  /** The engine processes that queries are asked of. */
  engines: Engines
  /** Notes what the engine said to a query of a frame, which the frame is not told. */
  recordEngineError: (error: EngineError) => void
}

export type EngineContexts = {
  request: object
  reading: Pick<EngineServices, 'engines' | 'modelCompiler' | 'buildPlaces'>
  changing: Pick<EngineServices, 'buildFolder'>
}

type Opened = { services: EngineServices; contexts: EngineContexts; stop: () => Promise<void> }

type Base = Omit<ProcessParts, 'config' | 'sandbox' | 'programs' | 'getEngine' | 'workFolder'> & {
  config: ProcessParts['config'] & Pick<ModelingSettings, 'git'>
}

const getterOf =
  (folder: string) =>
  (version: string): InstalledEngine => {
    const engine = findInstalledEngine(folder, version)
    if (engine) return engine
    throw new Error(`Engine ${version} is not installed on this node. Run: facet engines install ${version}`)
  }

const noEngines: Engines = {
  acquire: async () => {
    throw new Failure('engine_unavailable', 'This process runs no engines. Give it the role "engine".', { retryAfterSeconds: 30 })
  },
  tryAcquire: () => undefined,
  refresh: async () => undefined,
  list: () => [],
  stop: async () => undefined,
}

// Builds wait for as long as it takes: whoever asked for one was answered long ago.
const openBuildPlaces = (capacity: number): Bulkhead<number> =>
  createBulkhead<number>({
    what: 'places for builds',
    holder: 'tenant',
    capacity,
    maxPerKey: capacity,
    maxWaiting: 1000,
    maxWaitingPerKey: 1000,
    maxWaitMs: 20 * 60_000,
  })

/** What compiles data models and what serves them, both behind the same walls. */
export const openEngine = async (base: Base, roles: readonly RoleName[]): Promise<Opened> => {
  const { config } = base
  const workFolder = await makeWorkFolder(config.dataFolder)
  const sandbox = await openLazySandbox(config, { isNeeded: roles.includes('worker') || roles.includes('engine') })
  const cube = { sandbox, programs: enginePrograms(), getEngine: getterOf(config.enginesFolder) }
  const processes = roles.includes('engine') ? await openProcesses({ ...base, ...cube, workFolder }) : null
  const services: EngineServices = {
    modelCompiler: createCubeCompiler({ ...cube, memoryBytes: config.engineProcesses.processBytes }),
    buildPlaces: openBuildPlaces(config.buildProcesses),
    buildFolder: workFolder,
    engines: processes?.engines ?? noEngines,
    recordEngineError: processes?.recordError ?? (() => undefined),
  }
  const { engines, modelCompiler, buildPlaces, buildFolder } = services
  return {
    services,
    contexts: { request: {}, reading: { engines, modelCompiler, buildPlaces }, changing: { buildFolder } },
    stop: async () => {
      await processes?.stop()
      await sandbox.close()
      await rm(workFolder, { recursive: true, force: true })
    },
  }
}
