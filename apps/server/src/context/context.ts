import type { OperationShape } from '@facet/contract'
import type { Caller, GuardedCache, SigningKeys } from '#access'
import type { Logger } from '#adapters/log'
import type { Db, Effect, ShortTransaction } from '#db'
import type { KeyRing } from '#secrets'
import type { Config } from './config.ts'
import type { AreaContexts } from './generated/areas.ts'
import type { Services } from './services.ts'

/** What lives as long as one request, and is there for every operation. */
export type RequestContext = AreaContexts['request'] & {
  operation: OperationShape
  requestId: string
  caller: Caller
  /** Scheme and host the caller used, for the addresses in answers. */
  origin: string
  /** Ends when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Says that so many more bytes are held in memory until the answer has left. Refuses where the node or the tenant has no room. */
  holdBytes: (bytes: number) => void
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

/** Of an operation that goes in `steps` and changes nothing. */
export type ReadingContext = RequestContext &
  AreaContexts['reading'] & {
    /** A transaction for looking: over when the work is, so nothing outside of the database belongs into it. */
    read: ShortTransaction
    /** Registers a check of what was read: run again in the transaction of the effect, before anything else. */
    revalidate: (check: (db: Db) => Promise<void>) => void
  }

/** Of an operation that goes in `steps`. */
export type ChangingContext = ReadingContext &
  AreaContexts['changing'] & {
    /** A transaction for what others must see before the effect. A repetition after a crash may do it once more. */
    step: ShortTransaction
    /**
     * The transaction of what the operation is for. It commits together with the audit entry and the answer kept for the
     * Idempotency-Key, and no second one does. The work gives the answer, and may run again if it was undone.
     */
    effect: Effect
    servingProblem: Services['servingProblem']
  }
