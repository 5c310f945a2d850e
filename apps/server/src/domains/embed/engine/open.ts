import type { Caller, GuardedCache, Revocations } from '#access'
import type { Logger } from '#adapters/log'
import { createFunctionCalls, type FunctionCalls } from '#db'
import type { Batcher } from './batcher.ts'
import { type Catalogs, createCatalogs } from './catalogs.ts'
import { createExchanger, type ExchangeItem, type ExchangeOutcome, recordSecondUse } from './exchange.ts'
import { createMinter, type MintItem, type MintOutcome } from './mint.ts'
import { createEmbedSettings, type EmbedSettings } from './embed-settings.ts'
import { createJudgeGrants } from './watches/judge-grants.ts'
import type { PlaceLimits } from './watches/places.ts'
import { createSessionWatches, type SessionWatches } from './watches/session-watches.ts'

export type Embed = {
  settings: GuardedCache<EmbedSettings>
  catalogs: Catalogs
  minter: Batcher<MintItem, MintOutcome>
  exchanger: Batcher<ExchangeItem, ExchangeOutcome>
  recordSecondUse: (item: ExchangeItem, isRevoking: boolean) => Promise<unknown>
  /** Who calls with a token, as every request with it is judged. */
  callers: Pick<GuardedCache<Caller>, 'find'>
  /** Streams that tell frames of the end of their session. */
  watches: SessionWatches
}

export type EngineServices = { embed: Embed }

/** What each kind of operation is lent of it. */
export type EngineContexts = { request: EngineServices; reading: object; changing: object }

export type EngineDependencies = {
  config: { databaseUrl: string; embedStreams: PlaceLimits }
  calls: FunctionCalls
  revocations: Revocations
  embedTokens: GuardedCache<Caller>
  log: Pick<Logger, 'warn'>
}

/**
 * Looking names up, minting, exchanging and judging what streams watch have a connection each: none of them waits behind another, nor behind the look-ups
 * of callers and tokens, which have the one they are given.
 */
export const openEngine = ({
  config: { databaseUrl, embedStreams },
  calls,
  revocations,
  embedTokens,
  log,
}: EngineDependencies): { services: EngineServices; contexts: EngineContexts; stop: () => Promise<void> } => {
  const resolving = createFunctionCalls(databaseUrl)
  const minting = createFunctionCalls(databaseUrl)
  const exchanging = createFunctionCalls(databaseUrl)
  const judging = createFunctionCalls(databaseUrl)
  const embed: Embed = {
    settings: createEmbedSettings(calls, revocations),
    catalogs: createCatalogs(resolving),
    minter: createMinter(minting),
    exchanger: createExchanger(exchanging),
    recordSecondUse: (item, isRevoking) => recordSecondUse(exchanging, item, isRevoking),
    callers: embedTokens,
    watches: createSessionWatches({
      revocations,
      judge: createJudgeGrants(judging),
      limits: embedStreams,
      onProblem: (error) => log.warn({ err: error }, 'sessions of open streams could not be judged'),
    }),
  }
  return {
    services: { embed },
    contexts: { request: { embed }, reading: {}, changing: {} },
    stop: async () => {
      embed.watches.stop()
      await resolving.close()
      await minting.close()
      await exchanging.close()
      await judging.close()
    },
  }
}
