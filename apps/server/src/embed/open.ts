import type { GuardedCache, Revocations } from '#access'
import { createFunctionCalls, type FunctionCalls } from '#db'
import type { Batcher } from './batcher.ts'
import { type Catalogs, createCatalogs } from './catalogs.ts'
import { createExchanger, type ExchangeItem, type ExchangeOutcome, noteSecondUse } from './exchange.ts'
import { createMinter, type MintItem, type MintOutcome } from './mint.ts'
import { createEmbedSettings, type EmbedSettings } from './settings.ts'

export type Embed = {
  settings: GuardedCache<EmbedSettings>
  catalogs: Catalogs
  minter: Batcher<MintItem, MintOutcome>
  exchanger: Batcher<ExchangeItem, ExchangeOutcome>
  noteSecondUse: (item: ExchangeItem, isRevoking: boolean) => Promise<unknown>
}

/**
 * Looking names up, minting and exchanging have a connection each: none of them waits behind another, nor behind the look-ups
 * of callers and tokens, which have the one they are given.
 */
export const openEmbed = (
  databaseUrl: string,
  calls: FunctionCalls,
  revocations: Revocations,
): { embed: Embed; stop: () => Promise<void> } => {
  const resolving = createFunctionCalls(databaseUrl)
  const minting = createFunctionCalls(databaseUrl)
  const exchanging = createFunctionCalls(databaseUrl)
  return {
    embed: {
      settings: createEmbedSettings(calls, revocations),
      catalogs: createCatalogs(resolving),
      minter: createMinter(minting),
      exchanger: createExchanger(exchanging),
      noteSecondUse: (item, isRevoking) => noteSecondUse(exchanging, item, isRevoking),
    },
    stop: async () => {
      await resolving.close()
      await minting.close()
      await exchanging.close()
    },
  }
}
