import { createAdmission, createCredentials, createEmbedTokens, createSigningKeys, createTenants, watchRevocations } from '#access'
import { createRemotes } from '#adapters/git'
import type { Logger } from '#adapters/log'
import { openObjectStore } from '#adapters/object-store'
import { createOutbound } from '#adapters/outbound'
import { createThread } from '#adapters/threads'
import { createModelComparer, openAuthoring } from '#authoring'
import type { Config } from '#config'
import type { Services } from '#context'
import { createFunctionCalls, createPool, findSchemaProblem, type FunctionCalls, readMigrations } from '#db'
import { createPushBacklog, createPusher } from '#domains/modeling/connected-remote'
import { openEmbed } from '#embed'
import { openLedger } from '#ledger'
import { starterFiles, workerProgram } from '#model'
import { createByteBudget } from '#limits'
import { createCluster, openNode, startHousekeeping } from '#nodes'
import { version } from '#package'
import { openGitShares } from './git-shares.ts'
import { createEncryptionKeys, createKeyRing, type KeyRing, type RootKeys } from '#secrets'

/** What one thread that compares data models may hold. */
const modelThreadMb = 512

type KeyConfig = Pick<Config, 'rootKey' | 'previousRootKey'>

export const rootKeysOf = (config: KeyConfig): RootKeys => {
  if (!config.rootKey) throw new Error('FACET_ROOT_KEY is not set.')
  return { current: config.rootKey, previous: config.previousRootKey }
}

/** The key ring alone, for commands that open or seal something beside the service. */
export const openKeyRing = (config: KeyConfig, calls: FunctionCalls): KeyRing =>
  createKeyRing(createEncryptionKeys(calls, rootKeysOf(config)))

const starter = () => starterFiles().map(({ path, content }) => ({ path, content: Buffer.from(content) }))

type Opened = { services: Services; stop: () => Promise<void> }

/** Opens everything a role stands on, in order; `stop` closes it in the opposite one, and so does a failure halfway. */
export const openServices = async (config: Config, log: Logger, roles: readonly string[]): Promise<Opened> => {
  const onProblem = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const closing: (() => Promise<void> | void)[] = []
  const stop = async (): Promise<void> => {
    for (const close of closing.toReversed()) await close()
  }
  try {
    const pool = createPool(config.databaseUrl, config.poolSize, onProblem('a pooled connection was lost'))
    closing.push(() => pool.end())
    const calls = createFunctionCalls(config.databaseUrl)
    closing.push(calls.close)
    const objects = await openObjectStore(config.objectStore)
    closing.push(objects.close)
    const ledgerCalls = createFunctionCalls(config.databaseUrl)
    closing.push(ledgerCalls.close)
    const ledger = await openLedger({
      calls: ledgerCalls,
      objects: objects.numbered,
      rootKeys: rootKeysOf(config),
      cell: config.cell,
      keepDays: config.ledgerDays,
      onProblem: (what, error) => log.warn({ err: error }, what),
    })
    closing.push(ledger.stop)
    const encryptionKeys = createEncryptionKeys(calls, rootKeysOf(config))
    const revocations = await watchRevocations(config.databaseUrl, calls, onProblem('revocations are not being followed'))
    closing.push(revocations.stop)
    const node = await openNode(calls, { roles, version, newestEncryptionKey: encryptionKeys.refresh }, onProblem('the heartbeat failed'))
    closing.push(node.leave)
    const housekeeping = startHousekeeping(config.databaseUrl, config, (step, error) =>
      log.warn({ err: error, step }, 'a step of housekeeping failed'),
    )
    closing.push(housekeeping.stop)
    await housekeeping.ready
    const { embed, stop: stopEmbed } = openEmbed(config.databaseUrl, calls, revocations)
    closing.push(stopEmbed)
    const { gitOf, remoteGitOf, pushGitOf } = await openGitShares(config)
    const authoring = await openAuthoring({
      pool,
      calls,
      store: objects,
      dataFolder: config.dataFolder,
      mostCopyBytes: config.repositoryCopiesBytes,
      gitOf,
      node: node.id,
      starter,
      onProblem: onProblem('work on a repository failed'),
    })
    closing.push(authoring.stop)
    const models = createModelComparer(
      Array.from({ length: config.modelThreads }, () => createThread(workerProgram, { memoryMb: modelThreadMb })),
    )
    closing.push(models.close)
    const keyRing = createKeyRing(encryptionKeys)
    const reach = { outbound: createOutbound({ allowPrivateHosts: config.allowPrivateHosts }), caFile: config.remoteCaFile }
    const remotes = createRemotes({ ...reach, gitOf: remoteGitOf })
    const pushRemotes = createRemotes({ ...reach, gitOf: pushGitOf })
    const newestSchema = readMigrations().length
    const servingProblem = async (): Promise<string | null> => ledger.problem() ?? (await findSchemaProblem(calls, newestSchema))
    const pushes = createPusher({
      pool,
      servingProblem,
      repositories: authoring.repositories,
      remotes: pushRemotes,
      keyRing,
      onProblem: onProblem('a push failed'),
      onGivenUp: (push) => log.warn(push, 'a push was given up'),
    })
    closing.push(pushes.stop)
    const admission = createAdmission(config.rateLimits.unknown, node.liveNodes)
    const keys = createSigningKeys(calls, pool, keyRing, revocations)
    const services: Services = {
      config,
      log,
      pool,
      calls,
      revocations,
      tenants: createTenants(calls, revocations, admission),
      credentials: createCredentials(calls, revocations, admission),
      embedTokens: createEmbedTokens(calls, keys, revocations, admission),
      signingKeys: keys.signingKeys,
      embed,
      repositories: authoring.repositories,
      looseObjects: authoring.looseObjects,
      models,
      keyRing,
      objects,
      ledger,
      servingProblem,
      remotes,
      pushRemotes,
      pushes,
      pushBacklog: createPushBacklog(calls),
      liveNodes: node.liveNodes,
      workMemory: createByteBudget<number>({
        what: 'megabytes for large requests and answers',
        holder: 'tenant',
        maxBytes: config.workMemoryBytes,
        maxBytesPerKey: config.workMemoryBytes / 2,
        maxWaiting: 200,
        maxWaitingPerKey: 50,
        maxWaitMs: 10_000,
      }),
      housekeeping,
      cluster: createCluster(node, roles.includes('authoring'), rootKeysOf(config)),
    }
    return { services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
