import type { OperatorConfig } from '#config/parts'
import { freezeEmbedding, revokeAllEmbedding, rotateEmbedKey } from '#domains/embed/operator'
import { findTenantId, listTenantIds } from '#domains/tenant/tenants'
import { openKeyRing } from '#process/root-keys'
import { type Options, type Output, UsageError } from './command.ts'
import { withProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

const wholeInstallation = 'every tenant'

/** One tenant by name, or all of them: leaving both out would make a typo an outage. */
const scopeOf = (options: Options): string | null => {
  if (options['tenant'] !== undefined) return options['tenant']
  if (options['all'] === 'true') return null
  throw new UsageError('Choose one: --tenant NAME, or --all for every tenant.')
}

export const freezeCommand = (
  config: OperatorConfig,
  options: Options,
  isFrozen: boolean,
  { isJson, say, progress }: Output,
): Promise<void> =>
  withDatabase(config, progress, async (_, calls) => {
    const name = scopeOf(options)
    const changed = await freezeEmbedding(calls, name === null ? null : await findTenantId(calls, name), isFrozen)
    if (isJson) return say(JSON.stringify({ tenant: name, isFrozen, changed }))
    const done = isFrozen ? 'frozen: nothing is minted or exchanged' : 'thawed: sessions are minted and exchanged again'
    say(`${name ?? wholeInstallation} ${done} (${changed} changed); every process knows within two seconds`)
  })

export const revokeAllCommand = (config: OperatorConfig, options: Options, { isJson, say, progress }: Output): Promise<void> =>
  withDatabase(config, progress, async (_, calls) => {
    const name = scopeOf(options)
    await revokeAllEmbedding(calls, name === null ? null : await findTenantId(calls, name))
    if (isJson) return say(JSON.stringify({ tenant: name }))
    say(`every session and token of ${name ?? wholeInstallation} minted until now has ended; every process refuses them within two seconds`)
  })

export const rotateKeyCommand = (config: OperatorConfig, options: Options, { isJson, say, progress }: Output): Promise<void> =>
  withDatabase(config, progress, async (pool, calls) => {
    const name = scopeOf(options)
    const keyRing = openKeyRing(config, calls)
    const tenantIds = name === null ? listTenantIds(calls) : [await findTenantId(calls, name)]
    let rotated = 0
    const rotateAll = async (): Promise<void> => {
      for await (const tenantId of tenantIds) {
        await rotateEmbedKey(pool, keyRing, tenantId)
        rotated++
      }
    }
    const counted = (): string => `${rotated} signing ${rotated === 1 ? 'key' : 'keys'} rotated`
    await withProgress(progress, counted, rotateAll)
    if (isJson) return say(JSON.stringify({ tenant: name, rotated }))
    say(`${counted()}; tokens of the retired ones work until they end`)
  })
