import { createClient, type FunctionCalls } from '#db'
import { heldBackCause } from '#domains/modeling/connected-remote'
import type { LedgerRow, ReadEntries } from '#ledger'

export const moveIds = async (calls: FunctionCalls, to: number): Promise<number> => {
  const [row] = await calls.call<{ at: number }>('move-ids', 'select facet_move_ids($1) as at', [to])
  if (!row) throw new Error('The id sequence gave no number.')
  return row.at
}

const heldBack = {
  cause: heldBackCause,
  message:
    'The database was brought back from a copy, so this push was held back: it may be old, or this may be a copy of the installation that is served. If the remote should have the branch, push it with POST …/remote/push.',
}

/** Gives how many there were. Nothing that was to go to a remote when the copy was made goes there before somebody says so. */
export const holdBackPushes = async (calls: FunctionCalls): Promise<number> => {
  const { cause, message } = heldBack
  const [row] = await calls.call<{ held: number }>('hold-back-pushes', 'select facet_hold_back_pushes($1, $2) as held', [cause, message])
  return row?.held ?? 0
}

export type Begun = { number: number; restore_epoch: number }
export type Timeline = Pick<ReadEntries, 'newest' | 'restoreEpoch' | 'known'> & { isComplete: boolean; unreadAfter: number | null }

/** With all the time it takes: every tenant's trail gets an entry in the same transaction. */
export const beginTimeline = async (url: string, mine: LedgerRow, timeline: Timeline): Promise<Begun> => {
  const client = createClient(url)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<Begun>('select number, restore_epoch from facet_begin_timeline($1, $2, $3, $4, $5, $6)', [
      mine.timeline_id,
      timeline.newest,
      timeline.restoreEpoch,
      timeline.isComplete,
      timeline.unreadAfter,
      JSON.stringify(timeline.known),
    ])
    const [row] = rows
    if (!row) throw new Error('The ledger has no row; run facet migrate.')
    return row
  } finally {
    await client.end()
  }
}
