import type { FunctionCalls } from '#db'
import { listWaitingEntries, recordStoredEntry, numberEndings } from './ledger-queries.ts'
import type { LedgerStore } from './ledger-store.ts'

const batch = 100

/** One after another and in order, so that an entry in the store says that all before it are there too. No transaction is open meanwhile. */
const storeWaiting = async (calls: FunctionCalls, store: LedgerStore, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    const waiting = await listWaitingEntries(calls, batch)
    for (const { number, body } of waiting) await store.put(number, body, signal ? { signal } : {})
    const last = waiting.at(-1)
    if (last) await recordStoredEntry(calls, last.number)
    if (waiting.length < batch) return
  }
}

/** Numbers what was ended and stores what is numbered. Safe in any number of processes: all of them store the same. */
export const flushOnce = async (calls: FunctionCalls, store: LedgerStore, markAfterMs: number, signal?: AbortSignal): Promise<void> => {
  await numberEndings(calls, markAfterMs)
  await storeWaiting(calls, store, signal)
}

/**
 * One flush at a time in a process. Whoever asks while one runs gets the next: what that one numbered may be from before the
 * asker's commit.
 */
export const createFlush = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    const started = run().finally(() => {
      if (running === started) running = undefined
    })
    running = started
    return started
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        // One that began meanwhile began after this was asked for.
        return running ?? start()
      })
    return next
  }
}
