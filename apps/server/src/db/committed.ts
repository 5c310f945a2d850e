import type { Pool } from './connection.ts'
import { type Db, inTransaction } from './transaction.ts'

declare const committed: unique symbol

/** What a transaction gave that is committed now. Only `commitIn` makes one, so whoever holds one knows that it is. */
export type Committed<T> = { readonly [committed]: true; readonly value: T }

/** The same commit, with more known of it than when it was made: what an answer says of it may follow from what came after. */
export const amended = <T>(made: Committed<T>, value: T): Committed<T> => ({ ...made, value })

/** A transaction that is over when its work is: nothing outside the database is waited for inside it. */
export type ShortTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Runs work in a transaction that is the effect of a whole undertaking. */
export type Effect = <T>(work: (db: Db) => Promise<T>) => Promise<Committed<T>>

export const commitIn = async <T>(pool: Pool, tenantId: number, work: (db: Db) => Promise<T>): Promise<Committed<T>> =>
  ({ value: await inTransaction(pool, tenantId, 'read write', work) }) as Committed<T>
