import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnginePrograms, InstalledEngine } from '#adapters/cube'
import type { Logger } from '#adapters/log'
import type { ObjectStore } from '#adapters/object-store'
import { createOutbound } from '#adapters/outbound'
import { checkRunFolder, guardedDial, makeOwnerFolder } from '#adapters/sandbox'
import type { BaseConfig } from '#config'
import type { FunctionCalls, Pool } from '#db'
import type { KeyRing } from '#secrets'
import type { HostingSettings } from '#settings/hosting'
import { createArtifacts } from './builds/index.ts'
import { createLaunch, createReadVariables } from './launch/index.ts'
import type { LazySandbox } from './lazy-sandbox.ts'
import { type OpenedEngines, openEngines } from './serving/index.ts'

export type ProcessParts = {
  config: BaseConfig & HostingSettings
  log: Logger
  pool: Pool
  calls: FunctionCalls
  keyRing: KeyRing
  objects: ObjectStore
  nodeId: string
  sandbox: LazySandbox
  programs: EnginePrograms
  getEngine: (version: string) => InstalledEngine
  workFolder: string
}

const maxArtifactsBytes = 4 * 1_073_741_824

/** The engine processes of this node: Cube behind walls, under the supervisor, over the database. */
export const openProcesses = async (parts: ProcessParts): Promise<OpenedEngines> => {
  const { config, pool, keyRing, objects } = parts
  await checkRunFolder(config.runFolder)
  const { folder: socketFolder } = await makeOwnerFolder(config.runFolder)
  const artifacts = createArtifacts(objects, join(parts.workFolder, 'artifacts'), maxArtifactsBytes)
  const outbound = createOutbound({ allowPrivateHosts: config.allowPrivateHosts })
  const { engines, recordError, stop } = await openEngines({
    ...parts,
    launch: createLaunch({
      sandbox: parts.sandbox,
      programs: parts.programs,
      getEngine: parts.getEngine,
      artifacts,
      readVariables: createReadVariables({ pool, keyRing }),
      dial: ({ host, port }) => guardedDial(outbound, host, port),
      socketFolder,
      memoryBytes: config.engineProcesses.processBytes,
      onProblem: (err) => parts.log.warn({ err }, 'the socket file of an engine process that has ended is left'),
    }),
  })
  return {
    engines,
    recordError,
    stop: async () => {
      await stop()
      await artifacts.close()
      await rm(socketFolder, { recursive: true, force: true })
    },
  }
}
