import type { NumberedObjects } from '#adapters/object-store'
import type { FunctionCalls } from '#db'
import { repeat } from '#kernel/repeat'
import { createLedgerKeys } from './entry.ts'
import { createFlush, flushOnce } from './flush.ts'
import { LedgerForked } from './ledger-forked.ts'
import { getLedger, type LedgerRow } from './ledger-queries.ts'
import { createLedgerStore, type LedgerStore } from './ledger-store.ts'
import { pruneLedger } from './prune.ts'
import { findFreshness, type Freshness, databaseReplacedProblem } from './freshness.ts'

export type Ledger = {
  /** Waits a moment for what was ended to be in the store as well. Never throws: what has ended has ended, and the store is told later. */
  settle: () => Promise<void>
  /** Why nothing may be served, or null. */
  problem: () => string | null
  /** How many endings the store does not have yet, as of the last look. */
  waiting: () => number
  /** Resolves with the reason when the database below turns out to be one that must not be served. */
  stale: Promise<string>
  stop: () => Promise<void>
}

export type LedgerOptions = {
  /** A connection of its own: a number is given under a lock, and nobody's look-up should wait behind it. */
  calls: FunctionCalls
  objects: NumberedObjects
  rootKeys: { current: Buffer; previous: Buffer | null }
  cell: number
  keepDays: number
  onProblem: (what: string, error: unknown) => void
}

// Ids given out are marked in the store within this and the time of one put: a copy that lost more is known to be one.
const intervalMs = 500
const settleMs = 2000
const putMs = 10_000
const checkEveryMs = 15_000
const checkAgainMs = 1000
const retryMs = 5000
const reportEveryMs = 5000
const pruneEveryMs = 60_000
const firstCheckMs = 5000

/** Two turns a second would fill the log with one outage. */
const throttled = (report: LedgerOptions['onProblem']): LedgerOptions['onProblem'] => {
  const reportedAtMs = new Map<string, number>()
  return (what, error) => {
    const nowMs = performance.now()
    if (nowMs - (reportedAtMs.get(what) ?? Number.NEGATIVE_INFINITY) < reportEveryMs) return
    reportedAtMs.set(what, nowMs)
    report(what, error)
  }
}

/** Whether the work was done within this time; otherwise it goes on. */
const isDoneWithin = async (limitMs: number, work: Promise<void>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs)
  })
  const isDone = await Promise.race([work.then(() => true), limit])
  clearTimeout(timer)
  return isDone
}

/**
 * Tells the object store what was ended, and watches that the database is not behind it. A node that finds it is stops serving
 * for good: what it has in memory belongs to an earlier state of the database.
 */
export const openLedger = async ({ calls, objects, rootKeys, cell, keepDays, onProblem: report }: LedgerOptions): Promise<Ledger> => {
  const onProblem = throttled(report)
  const store = createLedgerStore(objects, createLedgerKeys(rootKeys, cell), cell)
  let freshness: Freshness = { state: 'unknown', problem: 'Whether the database is behind the object store was not checked yet.' }
  let seen: LedgerRow | undefined
  let highest = 0
  let retryAtMs = 0
  let checkAtMs = 0
  let pruneAtMs = performance.now() + pruneEveryMs
  let isChecking = false
  let isStopped = false
  let resolveStale: (problem: string) => void = () => undefined
  const stale = new Promise<string>((resolve) => {
    resolveStale = resolve
  })

  // A store that fails is left alone for a while. A database is not: the ids it gives out once it is back are marked at once.
  const storeWithBackoff: LedgerStore = {
    ...store,
    put: async (number, body) => {
      try {
        const outcome = await store.put(number, body, { signal: AbortSignal.timeout(putMs) })
        highest = Math.max(highest, number)
        return outcome
      } catch (error) {
        retryAtMs = performance.now() + retryMs
        throw error
      }
    },
  }

  const judge = (found: Freshness): void => {
    if (freshness.state === 'stale') return
    freshness = found
    if (found.state === 'stale') resolveStale(found.problem)
  }

  const flush = createFlush(() => flushOnce(calls, storeWithBackoff, isStopped ? 0 : intervalMs))
  const attemptFlush = async (): Promise<void> => {
    try {
      await flush()
      retryAtMs = 0
    } catch (error) {
      if (error instanceof LedgerForked)
        return judge({ state: 'stale', problem: `${error.message} Run facet restored on the one to keep, and stop the other.` })
      onProblem('what was ended could not be written to the object store', error)
    }
  }

  const check = async (): Promise<void> => {
    isChecking = true
    const found = await findFreshness(calls, store, AbortSignal.timeout(firstCheckMs))
    isChecking = false
    // Once it was current, a store that is silent for a while changes nothing.
    if (found.state !== 'unknown' || freshness.state === 'unknown') judge(found)
    if (found.state === 'unknown') onProblem('the ledger could not be compared', new Error(found.problem))
    checkAtMs = performance.now() + (freshness.state === 'unknown' ? checkAgainMs : checkEveryMs)
  }

  const poll = async (): Promise<void> => {
    const row = await getLedger(calls)
    const problem = seen ? databaseReplacedProblem(seen, highest, row) : null
    if (problem) return judge({ state: 'stale', problem })
    seen = row
    highest = Math.max(highest, row.number)
  }

  const isStale = (): boolean => freshness.state === 'stale'

  const runOnce = async (): Promise<void> => {
    if (isStale()) return
    await poll()
    if (!seen || isStale()) return
    const nowMs = performance.now()
    // None of these is waited for: while the store hangs, the database is still watched.
    const isDue = seen.waiting > 0 || seen.number > seen.stored_number || seen.last_id > seen.given_ids
    if (isDue && nowMs >= retryAtMs && freshness.state === 'current') void attemptFlush()
    if (nowMs >= checkAtMs && !isChecking) void check()
    if (nowMs >= pruneAtMs) {
      pruneAtMs = nowMs + pruneEveryMs
      void pruneLedger(calls, store, keepDays).catch((error: unknown) => onProblem('old entries of the ledger could not be removed', error))
    }
  }

  const notFollowed = (error: unknown): void => onProblem('the ledger is not being followed', error)

  await poll().catch(notFollowed)
  await check()
  if (freshness.state === 'stale') throw new Error(freshness.problem)
  const following = repeat(intervalMs, runOnce, notFollowed)
  return {
    settle: async () => {
      if (freshness.state === 'stale' || performance.now() < retryAtMs) return
      try {
        const { waiting } = await getLedger(calls)
        // The next ones do not wait for a store that hangs.
        if (waiting > 0 && !(await isDoneWithin(settleMs, attemptFlush()))) retryAtMs = performance.now() + retryMs
      } catch (error) {
        notFollowed(error)
      }
    },
    // An operator who gave up what the store knows may serve without hearing from it.
    problem: () =>
      freshness.state === 'current' || (freshness.state === 'unknown' && seen?.unread_after != null) ? null : freshness.problem,
    waiting: () => seen?.waiting ?? 0,
    stale,
    stop: async () => {
      isStopped = true
      // Not waited for: a turn under way may be waiting for a database that is away.
      void following.stop()
      // The last ids are marked as well, so that a copy from before a planned stop is always known.
      if (freshness.state === 'current') await isDoneWithin(settleMs, attemptFlush())
    },
  }
}
