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

/** Minting and exchanging have a connection each: a batch of one never waits behind a batch of the other. */
export const openEmbed = (
  databaseUrl: string,
  calls: FunctionCalls,
  revocations: Revocations,
): { embed: Embed; stop: () => Promise<void> } => {
  const minting = createFunctionCalls(databaseUrl)
  const exchanging = createFunctionCalls(databaseUrl)
  return {
    embed: {
      settings: createEmbedSettings(calls, revocations),
      catalogs: createCatalogs(calls),
      minter: createMinter(minting),
      exchanger: createExchanger(exchanging),
      noteSecondUse: (item, isRevoking) => noteSecondUse(calls, item, isRevoking),
    },
    stop: async () => {
      await minting.close()
      await exchanging.close()
    },
  }
}
