/** Embed sessions below the operations: names resolved in memory, minting and exchanging in batches, settings at hand. */
export { type Batcher, createBatcher } from './batcher.ts'
export {
  type Catalog,
  type CatalogAttribute,
  type CatalogGroup,
  catalogOf,
  type CatalogRequest,
  type Catalogs,
  createCatalogs,
  resolveArguments,
  resolveFunction,
} from './catalogs.ts'
export { createExchanger, type ExchangeItem, type ExchangeOutcome, recordSecondUse, readSessionId } from './exchange.ts'
export { createMinter, mintInTransaction, type MintItem, type MintOutcome } from './mint.ts'
export { type Embed, type EngineContexts, type EngineServices, openEngine } from './open.ts'
export { createEmbedSettings, type EmbedSettings } from './embed-settings.ts'
