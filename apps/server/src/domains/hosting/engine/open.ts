import { removeTree } from '#adapters/children'
import {
  enginePrograms,
  type EnginesFound,
  findBrokenAddons,
  findInstalledEngine,
  type InstalledEngine,
  lookAtEngines,
  standInProblem,
} from '#adapters/cube'
import { createOutbound } from '#adapters/outbound'
import type { Sandbox } from '#adapters/sandbox'
import type { RoleName } from '#config'
import { makeWorkFolder } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import type { EngineNodes } from '#nodes'
import type { ModelingSettings } from '#settings/modeling'
import type { ModelCompiler } from './builds/index.ts'
import { type CompilePlaces, createCompilePlaces } from './compile-places.ts'
import type { Engines } from './engines/index.ts'
import { createCubeCompiler, createTestConnection, type TestConnection } from './launch/index.ts'
import { createLazySandbox } from './lazy-sandbox.ts'
import { openProcesses, type ProcessParts } from './open-processes.ts'
import { openRoutes } from './open-routes.ts'
import type { EngineDoor } from './remote/index.ts'
import type { EngineError } from './serving/index.ts'

export type EngineServices = CompilePlaces & {
  /** The walls that engines are behind, for other programs that are nobody's to trust. */
  sandbox: Pick<Sandbox, 'run'>
  modelCompiler: ModelCompiler
  /** Where builds of this process have their folders. */
  buildFolder: string
  /** Throws where a wall of the sandbox is missing that is required, in a process that runs engines. */
  raiseWalls: () => Promise<void>
  /** What is installed of the engines; null in a process that runs none. */
  enginesFound: () => EnginesFound | null
  /** Asks a warehouse whether it can be reached with these variables, behind the walls that queries are behind. */
  testConnection: TestConnection
  /** The engine processes that queries are asked of, on this node and on others. */
  engines: Engines
  /** Notes what the engine said to a query of a frame, which the frame is not told. */
  recordEngineError: (error: EngineError) => void
  /** Where other nodes ask the engines of this one; null if it runs none. */
  engineDoor: EngineDoor | null
}

export type EngineContexts = {
  request: object
  reading: Pick<EngineServices, 'engines' | 'recordEngineError' | 'modelCompiler' | 'checkPlaces' | 'buildFolder' | 'testConnection'>
  changing: Pick<EngineServices, 'buildFolder'>
}

type Opened = { services: EngineServices; contexts: EngineContexts; stop: () => Promise<void> }

type Base = Omit<ProcessParts, 'config' | 'sandbox' | 'programs' | 'getEngine' | 'workFolder'> & {
  config: ProcessParts['config'] & Pick<ModelingSettings, 'git'>
  engineNodes: EngineNodes
}

/** For the operator to cure; whoever asked is told, and builds go on elsewhere, since other nodes may have it. */
const notInstalled = (version: string): Failure =>
  new Failure('engine_unavailable', `Engine ${version} is not installed on this node. Run: facet engines install ${version}`, {
    retryAfterSeconds: 30,
  })

const getterOf =
  (folder: string) =>
  (version: string): InstalledEngine => {
    const engine = findInstalledEngine(folder, version)
    if (engine) return engine
    throw notInstalled(version)
  }

/** What compiles data models and what serves them, both behind the same walls. */
export const openEngine = async (base: Base, roles: readonly RoleName[]): Promise<Opened> => {
  const { config } = base
  const runsEngines = roles.includes('worker') || roles.includes('engine')
  const { enginesFolder, engineVersions, engineStandIn } = config
  // Tried once: health is asked for many times a second.
  const brokenAddons = runsEngines ? await findBrokenAddons(enginesFolder, engineVersions) : new Set<string>()
  const enginesFound = (): EnginesFound => lookAtEngines(enginesFolder, engineVersions, brokenAddons)
  const problem = runsEngines && standInProblem(enginesFound(), engineStandIn)
  if (problem) throw problem
  const workFolder = await makeWorkFolder(config.dataFolder)
  const sandbox = createLazySandbox(config, { isNeeded: runsEngines, log: base.log })
  const cube = { sandbox, programs: enginePrograms(), getEngine: getterOf(enginesFolder) }
  const processes = roles.includes('engine') ? await openProcesses({ ...base, ...cube, workFolder }) : null
  const { stop: closeRoutes, ...routes } = openRoutes(base, processes)
  const services: EngineServices = {
    sandbox,
    modelCompiler: createCubeCompiler({ ...cube, memoryBytes: config.engineProcesses.processBytes }),
    ...createCompilePlaces(config.buildProcesses),
    buildFolder: workFolder,
    raiseWalls: sandbox.raiseRequired,
    enginesFound: () => (runsEngines ? enginesFound() : null),
    testConnection: createTestConnection({
      ...cube,
      outbound: createOutbound({ allowPrivateHosts: config.allowPrivateHosts }),
      folder: workFolder,
      memoryBytes: config.engineProcesses.processBytes,
    }),
    ...routes,
  }
  const { engines, recordEngineError, modelCompiler, checkPlaces, buildFolder, testConnection } = services
  return {
    services,
    contexts: {
      request: {},
      reading: { engines, recordEngineError, modelCompiler, checkPlaces, buildFolder, testConnection },
      changing: { buildFolder },
    },
    stop: async () => {
      await closeRoutes()
      await processes?.stop()
      await sandbox.close()
      await removeTree(workFolder)
    },
  }
}
