import type { FunctionCalls } from '#db'

export type LedgerRow = {
  installation_id: string
  timeline_id: string
  number: number
  stored_number: number
  ending_number: number | null
  unread_after: number | null
  restore_epoch: number
  given_ids: number
  last_id: number
  /** How many endings, or entries with endings, the store does not have yet, and for how long the oldest has waited. */
  waiting: number
  waiting_seconds: number
}

export const getLedger = async (calls: FunctionCalls): Promise<LedgerRow> => {
  const [row] = await calls.call<LedgerRow>('find-ledger', 'select * from facet_find_ledger()', [])
  if (!row) throw new Error('The ledger has no row; run facet migrate.')
  return row
}

export const numberEndings = (calls: FunctionCalls, markAfterMs: number) =>
  calls.call('number-endings', 'select facet_number_endings($1)', [markAfterMs])

export type WaitingEntry = { number: number; body: string }

export const listWaitingEntries = (calls: FunctionCalls, limit: number) =>
  calls.call<WaitingEntry>('list-waiting-entries', 'select number, body from facet_list_waiting_entries($1)', [limit])

export const recordStoredEntry = (calls: FunctionCalls, number: number) =>
  calls.call('note-stored-entry', 'select facet_note_stored_entry($1)', [number])

export const listOldEntries = async (calls: FunctionCalls, days: number, limit: number): Promise<number[]> =>
  (await calls.call<{ number: number }>('list-old-entries', 'select number from facet_list_old_entries($1, $2)', [days, limit])).map(
    ({ number }) => number,
  )

export const removeEntries = (calls: FunctionCalls, numbers: number[]) =>
  calls.call('forget-entries', 'select facet_forget_entries($1)', [numbers])
