import type { AuditTargetKind, OperationShape, Static, TSchema } from '@facet/contract'
import type { Logger } from 'pino'
import type { Answered, EncodedJson, WrittenDocument } from '#answers'
import type { Audited } from '#audit'
import type { Caller, GuardedCache, Revocations, SigningKeys, Tenant } from '#access'
import type { LooseObjects, ModelComparer, OpenRepositories, Repositories } from '#authoring'
import type { Remotes } from '#adapters/git'
import type { ObjectStore } from '#adapters/object-store'
import type { Config } from '#config'
import type { AtEnd, Db, FunctionCalls, Pool } from '#db'
import type { Embed } from '#embed'
import type { Ledger } from '#ledger'
import type { Cluster, Housekeeping } from '#nodes'
import type { KeyRing } from '#secrets'

/** What lives as long as the process. Built once by the role and passed on; nothing reaches for it. */
export type Services = {
  config: Config
  log: Logger
  pool: Pool
  /** For transactions beside an operation's own. From the same pool, operations that hold one and ask for the second could all wait for each other. */
  poolBeside: Pool
  calls: FunctionCalls
  revocations: Revocations
  tenants: GuardedCache<Tenant>
  credentials: GuardedCache<Caller>
  embedTokens: GuardedCache<Caller>
  signingKeys: GuardedCache<SigningKeys>
  embed: Embed
  repositories: OpenRepositories
  looseObjects: LooseObjects
  /** Compares versions of data models. */
  models: ModelComparer
  keyRing: KeyRing
  objects: ObjectStore
  /** Tells the object store what was ended, and knows whether the database may be served. */
  ledger: Ledger
  remotes: Remotes
  /** How many processes share the work right now, this one included. */
  liveNodes: () => number
  housekeeping: Housekeeping
  cluster: Cluster
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
  /** A transaction beside the operation's own, for streams that read in steps, and for what others must see before the operation ends. */
  inOwnTransaction: <T>(work: (db: Db) => Promise<T>, mode?: 'read only' | 'read write') => Promise<T>
  /** Ends when nobody waits for the answer any more. */
  signal: AbortSignal
  atEnd: AtEnd
  repositories: Repositories
  looseObjects: LooseObjects
  models: ModelComparer
  remotes: Remotes
  embed: Embed
  signingKeys: GuardedCache<SigningKeys>
  config: Config
  keyRing: KeyRing
  log: Logger
}

type Part<S> = S extends TSchema ? Static<S> : Record<string, never>

export type RequestHeaders = Record<string, string | string[] | undefined>

export type Input<O extends OperationShape> = {
  params: Part<O['params']>
  query: Part<O['query']>
  body: O['body'] extends TSchema ? Static<O['body']> : undefined
  /** Those of the request that the operation names. */
  headers: O['headers'] extends readonly string[] ? RequestHeaders : undefined
  /** The part of a multipart body that is called `file`. Read it, or the request never ends. */
  file: O['isMultipart'] extends true ? AsyncIterable<Buffer> : undefined
}

type Value<O extends OperationShape> = O['statuses'] extends readonly number[] ? Answered<Static<O['returns']>> : Static<O['returns']>
type Plain<O extends OperationShape> = Value<O> | EncodedJson | (O['documents'] extends readonly string[] ? WrittenDocument : never)
type AuditedKind<O extends OperationShape> = O['audit'] extends readonly (infer Kind extends AuditTargetKind)[] ? Kind : never
type Settled<O extends OperationShape> = O['method'] extends 'GET'
  ? Plain<O>
  : O['isOwnRecord'] extends true
    ? Plain<O>
    : Audited<Plain<O>, AuditedKind<O>>
type Answer<O extends OperationShape> = O['streams'] extends string ? AsyncIterable<Static<O['returns']>> : Promise<Settled<O>>

export type Handler<O extends OperationShape> = (input: Input<O>, context: Context) => Answer<O>
