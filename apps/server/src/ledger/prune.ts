import type { FunctionCalls } from '#db'
import { removeEntries, listOldEntries } from './ledger-queries.ts'
import type { LedgerStore } from './ledger-store.ts'

const batch = 1000

/** Removes what no copy can need any more: from the store first, so that what is forgotten here is gone there. */
export const pruneLedger = async (calls: FunctionCalls, store: LedgerStore, days: number): Promise<void> => {
  const numbers = await listOldEntries(calls, days, batch)
  if (numbers.length === 0) return
  await store.remove(numbers)
  await removeEntries(calls, numbers)
}
