import {
  createAdmission,
  createCredentials,
  createDataTargets,
  createDataTokens,
  createEmbedTokens,
  createSigningKeys,
  createTenants,
  watchRevocations,
} from '#access'
import type { Logger } from '#adapters/log'
import { openObjectStore } from '#adapters/object-store'
import { connectLongWork } from '#adapters/temporal'
import type { BaseServices, Config } from '#context'
import { contextOfOwner } from '#domains/hosting/data-tokens'
import { createFunctionCalls, createPool, findSchemaProblem, readBuildSchema } from '#db'
import { version } from '#kernel/package'
import { openLedger } from '#ledger'
import { createCluster, createEngineNodes, createNodeConnections, createOwnerClient, openNode } from '#nodes'
import { createEncryptionKeys, createKeyRing, createSharedSealer } from '#secrets'
import { createBuildProblem } from './build-problem.ts'
import type { Closing } from './closing.ts'
import { rootKeysOf } from './root-keys.ts'
import { createWorkMemory } from './work-memory.ts'

/** Opens what every role stands on, in order. */
export const openBaseServices = async (config: Config, log: Logger, roles: readonly string[], { add }: Closing): Promise<BaseServices> => {
  const onProblem = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const pool = createPool(config.databaseUrl, config.poolSize, onProblem('a pooled connection was lost'))
  add(() => pool.end())
  const calls = createFunctionCalls(config.databaseUrl)
  add(calls.close)
  const objects = await openObjectStore(config.objectStore)
  add(objects.close)
  const ledgerCalls = createFunctionCalls(config.databaseUrl)
  add(ledgerCalls.close)
  const ledger = await openLedger({
    calls: ledgerCalls,
    objects: objects.numbered,
    rootKeys: rootKeysOf(config),
    cell: config.cell,
    keepDays: config.ledgerDays,
    onProblem: (what, error) => log.warn({ err: error }, what),
  })
  add(ledger.stop)
  const encryptionKeys = createEncryptionKeys(calls, rootKeysOf(config))
  const revocations = await watchRevocations(config.databaseUrl, calls, onProblem('revocations are not being followed'))
  add(revocations.stop)
  const buildProblem = createBuildProblem(config, roles)
  const node = await openNode(
    calls,
    { roles, version, newestEncryptionKey: encryptionKeys.refresh, buildProblem: buildProblem.read },
    onProblem('the heartbeat failed'),
  )
  add(node.leave)
  const cluster = createCluster(node, roles.includes('authoring'), rootKeysOf(config))
  const connections = createNodeConnections(config)
  const runsEngines = roles.includes('engine')
  const engineNodes = createEngineNodes({ node, runsEngines, rootKeys: rootKeysOf(config), connections })
  const owners = createOwnerClient({
    cluster,
    connections,
    onProblem: (problem, message) => log.warn(problem, message),
  })
  add(owners.close)
  const keyRing = createKeyRing(encryptionKeys)
  const longWorkSealer = createSharedSealer(encryptionKeys, 'workflow payloads')
  const longWork = await connectLongWork(config.temporal, longWorkSealer)
  add(longWork.close)
  const build = readBuildSchema()
  const admission = createAdmission(config.rateLimits.unknown, node.liveNodes)
  const keys = createSigningKeys(calls, pool, keyRing, revocations)
  return {
    config,
    log,
    pool,
    calls,
    revocations,
    tenants: createTenants(calls, revocations, admission),
    credentials: createCredentials(calls, revocations, admission),
    embedTokens: createEmbedTokens(calls, keys, revocations, admission),
    dataTokens: createDataTokens(calls, { pool, keyRing, contextOfOwner }, revocations, admission),
    dataTargets: createDataTargets({ calls, pool, keyRing }, config.dataDomain, revocations, admission),
    signingKeys: keys.signingKeys,
    keyRing,
    objects,
    ledger,
    servingProblem: async () => ledger.problem() ?? (await findSchemaProblem(calls, build)),
    longWork,
    longWorkSealer,
    buildProblem,
    nodeId: node.id,
    liveNodes: node.liveNodes,
    ...createWorkMemory(config),
    cluster,
    owners,
    engineNodes,
  }
}
