import type { OperationShape, Static, TSchema } from '@facet/contract'
import type { Logger } from 'pino'
import type { Caller, GuardedCache, Revocations, SigningKeys, Tenant } from '#access'
import type { Config } from '#config'
import type { Db, FunctionCalls, Pool } from '#db'
import type { Embed } from '#embed'
import type { KeyRing } from '#secrets'

/** What lives as long as the process. Built once by the role and passed on; nothing reaches for it. */
export type Services = {
  config: Config
  log: Logger
  pool: Pool
  calls: FunctionCalls
  revocations: Revocations
  tenants: GuardedCache<Tenant>
  credentials: GuardedCache<Caller>
  embedTokens: GuardedCache<Caller>
  signingKeys: GuardedCache<SigningKeys>
  embed: Embed
  keyRing: KeyRing
  /** How many processes share the work right now, this one included. */
  liveNodes: () => number
}

/** What lives as long as one request. */
export type Context = {
  operation: OperationShape
  requestId: string
  caller: Caller
  /** Scheme and host the caller used, for the addresses in answers. */
  origin: string
  /** The operation's transaction, in the caller's tenant; opens with its first statement, commits before the answer. */
  db: Db
  /** A transaction beside the operation's own, for streams that read in steps. */
  inOwnTransaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  embed: Embed
  signingKeys: GuardedCache<SigningKeys>
  config: Config
  keyRing: KeyRing
  log: Logger
}

type Part<S> = S extends TSchema ? Static<S> : Record<string, never>

export type Input<O extends OperationShape> = {
  params: Part<O['params']>
  query: Part<O['query']>
  body: O['body'] extends TSchema ? Static<O['body']> : undefined
}

type Answer<O extends OperationShape> = O['streams'] extends string ? AsyncIterable<Static<O['returns']>> : Promise<Static<O['returns']>>

export type Handler<O extends OperationShape> = (input: Input<O>, context: Context) => Answer<O>
