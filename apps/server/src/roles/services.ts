import { createCredentials, createTenants, watchRevocations } from '#access'
import type { Logger } from '#adapters/log'
import type { Config } from '#config'
import type { Services } from '#context'
import { createFunctionCalls, createPool } from '#db'
import { joinNodes, startHousekeeping } from '#nodes'
import { createEncryptionKeys, createKeyRing, type RootKeys } from '#secrets'

export const version = '0.1.0'

export const rootKeysOf = (config: Config): RootKeys => {
  if (!config.rootKey) throw new Error('FACET_ROOT_KEY is not set.')
  return { current: config.rootKey, previous: config.previousRootKey }
}

/** Opens everything a role stands on, in order; what `stop` returns closes it in the opposite one. */
export const openServices = async (
  config: Config,
  log: Logger,
  roles: readonly string[],
): Promise<{ services: Services; stop: () => Promise<void> }> => {
  const onProblem = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const pool = createPool(config.databaseUrl, config.poolSize, onProblem('a pooled connection was lost'))
  const calls = createFunctionCalls(config.databaseUrl)
  const encryptionKeys = createEncryptionKeys(calls, rootKeysOf(config))
  const revocations = await watchRevocations(config.databaseUrl, calls, onProblem('revocations are not being followed'))
  const node = await joinNodes(calls, { roles, version, newestEncryptionKey: encryptionKeys.refresh }, onProblem('the heartbeat failed'))
  const housekeeping = startHousekeeping(calls, onProblem('housekeeping failed'))
  const services: Services = {
    config,
    log,
    pool,
    calls,
    revocations,
    tenants: createTenants(calls, revocations),
    credentials: createCredentials(calls, revocations),
    keyRing: createKeyRing(encryptionKeys),
    liveNodes: node.liveNodes,
  }
  const stop = async (): Promise<void> => {
    housekeeping.stop()
    await node.stop()
    await revocations.stop()
    await calls.close()
    await pool.end()
  }
  return { services, stop }
}
