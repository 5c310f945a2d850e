import { findCellProblem, type FunctionCalls } from '#db'
import type { LedgerEntry } from './entry.ts'
import { EntryUnreadable } from './entry-unreadable.ts'
import { getLedger, type LedgerRow } from './ledger-queries.ts'
import type { LedgerStore } from './ledger-store.ts'

/** Whether the database may be served: `current`, or `stale` for good, or not known because the store does not answer. */
export type Freshness = { state: 'current' } | { state: 'stale' | 'unknown'; problem: string }

const whatToDo = 'Run facet restored, then start the service again.'

const firstNumberAfter = async (store: LedgerStore, number: number, signal?: AbortSignal): Promise<number | undefined> => {
  for await (const found of store.numbersAfter(number, signal ? { signal } : {})) return found
  return undefined
}

export const otherInstallation = (mine: LedgerRow, { installation }: LedgerEntry): string =>
  `The object store holds the ledger of another installation (${installation}; this database belongs to ${mine.installation_id}). Set FACET_OBJECT_STORE to a bucket, a prefix or a folder of its own.`

const behind = async (store: LedgerStore, mine: LedgerRow, number: number): Promise<string> => {
  try {
    const entry = await store.get(number)
    if (entry.installation !== mine.installation_id) return otherInstallation(mine, entry)
    const how = entry.timeline === mine.timeline_id ? 'is a backup from before it' : 'was left behind when another backup was restored'
    return `The object store has entry ${number} of the ledger, written ${entry.at}; the database ends at ${mine.number}, so it ${how}, and it does not include what was ended since. ${whatToDo}`
  } catch (error) {
    if (error instanceof EntryUnreadable) return `The database ends at entry ${mine.number} of the ledger. ${error.message}`
    throw error
  }
}

/** A store without the entry that this database stored last proves nothing: a folder that is not mounted, another bucket, an emptied one. */
export const otherStore = ({ stored_number: number }: LedgerRow): string =>
  `The object store does not have entry ${number} of the ledger, the last that this database stored: it is another store, or was emptied. Name the right one in FACET_OBJECT_STORE; if it is lost, facet restored --accept-lost-revocations continues without it.`

export const hasOwn = async (store: LedgerStore, { stored_number: number }: LedgerRow): Promise<boolean> =>
  number === 0 || (await store.has(number))

/** A database is behind when the store has an entry beyond its own: numbers are given in the database first. */
const compare = async (calls: FunctionCalls, store: LedgerStore, signal?: AbortSignal): Promise<Freshness> => {
  const mine = await getLedger(calls)
  const problem = findCellProblem(mine.last_id, store.cell)
  if (problem !== null) return { state: 'unknown', problem }
  const newer = await firstNumberAfter(store, mine.number, signal)
  const isOwn = newer !== undefined || (await hasOwn(store, mine))
  if (newer === undefined && isOwn) return { state: 'current' }
  const now = await getLedger(calls)
  if (newer === undefined) {
    // Another entry was stored, and this one removed as old, while this node looked.
    if (now.stored_number !== mine.stored_number) return compare(calls, store, signal)
    return { state: 'unknown', problem: otherStore(now) }
  }
  // Other nodes gave and stored numbers while this one looked.
  if (now.number >= newer) return compare(calls, store, signal)
  return { state: 'stale', problem: await behind(store, now, newer) }
}

const reasonOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

export const findFreshness = async (calls: FunctionCalls, store: LedgerStore, signal?: AbortSignal): Promise<Freshness> => {
  try {
    return await compare(calls, store, signal)
  } catch (error) {
    return { state: 'unknown', problem: `Whether the database is behind the object store is not known: ${reasonOf(error)}` }
  }
}

/** What a node that runs sees when the database below it is another than a moment ago. */
export const databaseReplacedProblem = (seen: LedgerRow, highest: number, now: LedgerRow): string | null => {
  if (now.installation_id !== seen.installation_id) return 'The database of this process now belongs to another installation.'
  if (now.timeline_id !== seen.timeline_id) return 'The database was restored from a backup while this process ran. Start it again.'
  if (now.number < highest)
    return `The database was at entry ${highest} of the ledger and is at ${now.number} now: it was restored from a backup while this process ran. ${whatToDo}`
  return null
}
