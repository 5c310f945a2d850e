import type { AuditTargetKind, BranchPush, OperationShape, Static, TSchema } from '@facet/contract'
import type { Logger } from 'pino'
import type { Answered, EncodedJson, WrittenDocument } from '#answers'
import type { Audited } from '#audit'
import type { Caller, GuardedCache, Revocations, SigningKeys, Tenant } from '#access'
import type { LooseObjects, ModelComparer, OpenRepositories, Place, Repositories } from '#authoring'
import type { Remotes } from '#adapters/git'
import type { ObjectStore } from '#adapters/object-store'
import type { Config } from '#config'
import type { Committed, Db, Effect, FunctionCalls, Pool } from '#db'
import type { Embed } from '#embed'
import type { Ledger } from '#ledger'
import type { ByteBudget } from '#limits'
import type { Cluster, Housekeeping } from '#nodes'
import type { KeyRing } from '#secrets'

/**
 * How a push stands; `gone` where nothing is to be pushed there any more, `deleted` where the branch itself is gone, `unknown` where it is left
 * to a later attempt.
 */
export type PushOutcome = BranchPush | 'gone' | 'deleted' | 'unknown'

/** Brings branches to their git remotes, after what changed them was committed. */
export type Pushes = {
  push: (place: Place, branch: { id: number; name: string }) => Promise<PushOutcome>
  /** Ends what this node is pushing by a connection, or of a branch, that is no more. */
  abandon: (ended: { connectionId: number } | { branchId: number }) => void
}

/** How many pushes wait for their remotes in the whole installation, and how many were given up; as of the last look. */
export type PushBacklog = { look: () => Promise<void>; pending: () => number; failed: () => number }

/** What lives as long as the process. Built once by the role and passed on; nothing reaches for it. */
export type Services = {
  config: Config
  log: Logger
  /** Whoever holds a connection of it asks for no second one: all of them could wait for each other. */
  pool: Pool
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
  /** Why this process may neither answer nor do anything by itself right now: the ledger, or the schema. Null if it may. */
  servingProblem: () => Promise<string | null>
  remotes: Remotes
  /** The same, with places of their own, for pushes that go on when nobody waits for them. */
  pushRemotes: Remotes
  pushes: Pushes
  pushBacklog: PushBacklog
  /** How many processes share the work right now, this one included. */
  liveNodes: () => number
  /** Bytes that requests and answers hold in memory. */
  workMemory: ByteBudget<number>
  housekeeping: Housekeeping
  cluster: Cluster
}

/** What lives as long as one request, and is there for every operation. */
export type RequestContext = {
  operation: OperationShape
  requestId: string
  caller: Caller
  /** Scheme and host the caller used, for the addresses in answers. */
  origin: string
  /** Ends when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Says that so many more bytes are held in memory until the answer has left. Refuses where the node or the tenant has no room. */
  holdBytes: (bytes: number) => void
  models: ModelComparer
  embed: Embed
  signingKeys: GuardedCache<SigningKeys>
  config: Config
  keyRing: KeyRing
  log: Logger
}

/** Of an operation that is `whole`. What lies outside of the database is not within its reach. */
export type Context = RequestContext & {
  /** The operation's transaction, in the caller's tenant; opens with its first statement, commits before the answer. */
  db: Db
}

type ShortTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Of an operation that goes in `steps` and changes nothing. */
export type ReadingContext = RequestContext & {
  /** A transaction for looking: over when the work is, so nothing outside of the database belongs into it. */
  read: ShortTransaction
  /** What was looked at and must be so still when the effect comes: asked again in its transaction, before anything else of it. */
  standsOn: (check: (db: Db) => Promise<void>) => void
  repositories: Repositories
  looseObjects: LooseObjects
  remotes: Remotes
}

/** Of an operation that goes in `steps`. */
export type ChangingContext = ReadingContext & {
  /** A transaction for what others must see before the effect. A repetition after a crash may do it once more. */
  step: ShortTransaction
  /**
   * The transaction of what the operation is for. It commits together with the audit entry and the answer kept for the
   * Idempotency-Key, and no second one does. The work gives the answer, and may run again if it was undone.
   */
  effect: Effect
  pushes: Pushes
  servingProblem: Services['servingProblem']
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
/** A change that goes in steps answers with what was committed: that its effect was forgotten does not compile. */
type Change<O extends OperationShape, T> = O['database'] extends 'steps' ? Committed<T> : T
type Settled<O extends OperationShape> = O['method'] extends 'GET'
  ? Plain<O>
  : O['isOwnRecord'] extends true
    ? Plain<O>
    : Change<O, Audited<Plain<O>, AuditedKind<O>>>
type Answer<O extends OperationShape> = O['streams'] extends string ? AsyncIterable<Static<O['returns']>> : Promise<Settled<O>>

type StepsContext<O extends OperationShape> = O['method'] extends 'GET' ? ReadingContext : ChangingContext
export type ContextOf<O extends OperationShape> = {
  whole: Context
  steps: StepsContext<O>
  none: RequestContext
}[O['database']]

export type Handler<O extends OperationShape> = (input: Input<O>, context: ContextOf<O>) => Answer<O>
