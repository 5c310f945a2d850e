import { createCredentials, createEmbedTokens, createSigningKeys, createTenants, watchRevocations } from '#access'
import type { Logger } from '#adapters/log'
import type { Config } from '#config'
import type { Services } from '#context'
import { createFunctionCalls, createPool, type FunctionCalls } from '#db'
import { openEmbed } from '#embed'
import { joinNodes, startHousekeeping } from '#nodes'
import { createEncryptionKeys, createKeyRing, type KeyRing, type RootKeys } from '#secrets'

export const version = '0.1.0'

export const rootKeysOf = (config: Config): RootKeys => {
  if (!config.rootKey) throw new Error('FACET_ROOT_KEY is not set.')
  return { current: config.rootKey, previous: config.previousRootKey }
}

/** The key ring alone, for commands that open or seal something beside the service. */
export const openKeyRing = (config: Config, calls: FunctionCalls): KeyRing => createKeyRing(createEncryptionKeys(calls, rootKeysOf(config)))

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
    const encryptionKeys = createEncryptionKeys(calls, rootKeysOf(config))
    const revocations = await watchRevocations(config.databaseUrl, calls, onProblem('revocations are not being followed'))
    closing.push(revocations.stop)
    const node = await joinNodes(calls, { roles, version, newestEncryptionKey: encryptionKeys.refresh }, onProblem('the heartbeat failed'))
    closing.push(node.stop)
    closing.push(startHousekeeping(calls, config, onProblem('housekeeping failed')).stop)
    const { embed, stop: stopEmbed } = openEmbed(config.databaseUrl, calls, revocations)
    closing.push(stopEmbed)
    const keyRing = createKeyRing(encryptionKeys)
    const keys = createSigningKeys(calls, pool, keyRing, revocations)
    const services: Services = {
      config,
      log,
      pool,
      calls,
      revocations,
      tenants: createTenants(calls, revocations),
      credentials: createCredentials(calls, revocations),
      embedTokens: createEmbedTokens(calls, keys, revocations),
      signingKeys: keys.signingKeys,
      embed,
      keyRing,
      liveNodes: node.liveNodes,
    }
    return { services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
