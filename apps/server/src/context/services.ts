import type { Caller, DataCaller, DataTarget, GuardedCache, Revocations, SigningKeys, Tenant } from '#access'
import type { Logger } from '#adapters/log'
import type { ObjectStore } from '#adapters/object-store'
import type { LongWork, Sealer } from '#adapters/temporal'
import type { FunctionCalls, Pool } from '#db'
import type { Ledger } from '#ledger'
import type { ByteBudget } from '#limits'
import type { Cluster, EngineNodes, OwnerClient } from '#nodes'
import type { KeyRing } from '#secrets'
import type { Config } from './config.ts'
import type { AreaContexts, AreaServices } from './generated/areas.ts'

/** Null where the process runs builds, or has another role. */
export type BuildProblem = { read: () => string | null; follow: (worker: { problem: () => string | null }) => void }

/** What lives as long as the process and every area may use. Built once by process/ and passed down. */
export type BaseServices = {
  config: Config
  log: Logger
  /** Whoever holds a connection of it asks for no second one: all of them could wait for each other. */
  pool: Pool
  calls: FunctionCalls
  revocations: Revocations
  tenants: GuardedCache<Tenant>
  credentials: GuardedCache<Caller>
  embedTokens: GuardedCache<Caller>
  /** Those who query, by tokens that were made here. */
  dataTokens: GuardedCache<DataCaller>
  /** Where requests of the data API go. */
  dataTargets: GuardedCache<DataTarget>
  signingKeys: GuardedCache<SigningKeys>
  keyRing: KeyRing
  objects: ObjectStore
  /** Tells the object store what was ended, and knows whether the database may be served. */
  ledger: Ledger
  /** Why this process may neither answer nor do anything by itself right now: the ledger, or the schema. Null if it may. */
  servingProblem: () => Promise<string | null>
  /** Starts and follows workflows; refuses where Temporal is off or away. */
  longWork: LongWork
  /** Seals what workflows carry. */
  longWorkSealer: Sealer
  /** Why this process runs no builds although it has the role `worker`. */
  buildProblem: BuildProblem
  nodeId: string
  /** How many processes share the work right now, this one included. */
  liveNodes: () => number
  /** Bytes that requests and answers hold in memory. */
  workMemory: ByteBudget<number>
  /** The same for bodies of whoever sends no credential, by address: what belongs to a tenant is for whom it lets in. */
  anonymousMemory: ByteBudget<string>
  cluster: Cluster
  /** Asks the nodes that own data models. */
  owners: OwnerClient
  /** Which node runs the engine of an environment. */
  engineNodes: EngineNodes
}

/**
 * The same with what areas opened. An engine that no role of this process needs is not opened: operations that use it run on a node
 * that has it, and its tasks belong to that role.
 */
export type Services = BaseServices &
  AreaServices & { /** What operations are lent by the areas, by kind of context. */ contexts: AreaContexts }
