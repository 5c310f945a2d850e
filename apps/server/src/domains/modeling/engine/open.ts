import { starterFiles } from '@facet/cube-model/starter'
import { createRemotes, type Remotes } from '#adapters/git'
import type { Logger } from '#adapters/log'
import type { ObjectStore } from '#adapters/object-store'
import { createOutbound } from '#adapters/outbound'
import { createComputeProcess } from '#adapters/compute'
import type { BaseConfig } from '#config'
import type { FunctionCalls, Pool } from '#db'
import type { KeyRing } from '#secrets'
import type { ModelingSettings } from '#settings/modeling'
import { createModelComparer, type ModelComparer, modelWorkerProgram } from './comparer/index.ts'
import { openGitShares } from './git-shares.ts'
import { createPushBacklog, createPusher, type PushBacklog, type Pushes, type ServingProblem } from './remotes/index.ts'
import { type UnreferencedObjects, openRepositoryEngine, type OpenRepositories, type Repositories } from './repositories/index.ts'

export type EngineServices = {
  repositories: OpenRepositories
  unreferencedObjects: UnreferencedObjects
  /** Compares versions of data models. */
  models: ModelComparer
  remotes: Remotes
  /** The same, with places of their own, for pushes that go on when nobody waits for them. */
  pushRemotes: Remotes
  pushes: Pushes
  pushBacklog: PushBacklog
}

/** What each kind of operation is lent of it. What lies outside of the database is not within reach of one that is `whole`. */
export type EngineContexts = {
  request: { models: ModelComparer }
  reading: { repositories: Repositories; unreferencedObjects: UnreferencedObjects; remotes: Remotes }
  changing: { pushes: Pushes }
}

export type EngineDependencies = {
  config: BaseConfig & ModelingSettings
  log: Logger
  pool: Pool
  calls: FunctionCalls
  objects: ObjectStore
  keyRing: KeyRing
  nodeId: string
  servingProblem: ServingProblem
}

/** What one process that compares data models may hold. */
const modelProcessMb = 512

const starter = () => starterFiles().map(({ path, content }) => ({ path, content: Buffer.from(content) }))

type Opened = { services: EngineServices; contexts: EngineContexts; stop: () => Promise<void> }

/** Opens what a node needs to act on data models: git under limits, repositories, processes that compare, and pushes. */
export const openEngine = async (dependencies: EngineDependencies): Promise<Opened> => {
  const { config, log, pool, calls, objects, keyRing, nodeId, servingProblem } = dependencies
  const onProblem = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const { gitOf, remoteGitOf, pushGitOf } = await openGitShares(config)
  const { repositories, unreferencedObjects, folder, stop } = await openRepositoryEngine({
    pool,
    store: objects,
    dataFolder: config.dataFolder,
    maxCopyBytes: config.repositoryCopiesBytes,
    gitOf,
    node: nodeId,
    starter,
    onProblem: onProblem('work on a repository failed'),
  })
  const models = createModelComparer(
    Array.from({ length: config.modelProcesses }, () => createComputeProcess(modelWorkerProgram, { memoryMb: modelProcessMb })),
  )
  const reach = { outbound: createOutbound({ allowPrivateHosts: config.allowPrivateHosts }), caFile: config.remoteCaFile, folder }
  const remotes = createRemotes({ ...reach, gitOf: remoteGitOf })
  const pushRemotes = createRemotes({ ...reach, gitOf: pushGitOf })
  const pusher = createPusher({
    pool,
    servingProblem,
    repositories,
    remotes: pushRemotes,
    keyRing,
    onProblem: onProblem('a push failed'),
    onAbandoned: (push) => log.warn(push, 'a push was given up'),
  })
  const services: EngineServices = {
    repositories,
    unreferencedObjects,
    models,
    remotes,
    pushRemotes,
    pushes: pusher,
    pushBacklog: createPushBacklog(calls),
  }
  return {
    services,
    contexts: { request: { models }, reading: { repositories, unreferencedObjects, remotes }, changing: { pushes: pusher } },
    stop: async () => {
      await pusher.stop()
      await models.close()
      await stop()
    },
  }
}
