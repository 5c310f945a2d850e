import { createClient, type FunctionCalls, namedCall } from '#db'
import { heldBackCause } from '#engine/modeling'
import type { LedgerRow, ReadEntries } from '#ledger'

export const moveIds = async (calls: FunctionCalls, to: number): Promise<number> => {
  const [row] = await calls.call<{ at: number }>('move-ids', 'select facet_move_ids($1) as at', [to])
  if (!row) throw new Error('The id sequence gave no number.')
  return row.at
}

const heldBack = {
  cause: heldBackCause,
  message:
    'The database was restored from a backup, so this push was held back: it may be outdated, or this may be a copy of the live installation. If the remote should have the branch, push it with POST …/remote/push.',
}

/** Gives how many there were. Nothing that was to go to a remote when the copy was made goes there before somebody says so. */
export const holdBackPushes = async (calls: FunctionCalls): Promise<number> => {
  const { cause, message } = heldBack
  const [row] = await calls.call<{ held: number }>('hold-back-pushes', 'select facet_hold_back_pushes($1, $2) as held', [cause, message])
  return row?.held ?? 0
}

/** Gives how many there were. They show as UNKNOWN: the installation that this is a copy of may have brought them to an end. */
export const holdBackSyncs = async (calls: FunctionCalls): Promise<number> => {
  const [row] = await calls.call<{ held: number }>('hold-back-dbt-syncs', 'select facet_hold_back_dbt_syncs() as held', [])
  return row?.held ?? 0
}

export type NewTimeline = { number: number; restore_epoch: number }
export type Timeline = Pick<ReadEntries, 'newest' | 'restoreEpoch' | 'known'> & { isComplete: boolean; unreadAfter: number | null }

/** With all the time it takes: every tenant's trail gets an entry in the same transaction. */
export const beginTimeline = async (url: string, mine: LedgerRow, timeline: Timeline): Promise<NewTimeline> => {
  const client = createClient(url)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    const named = {
      p_timeline_id: mine.timeline_id,
      p_from: timeline.newest,
      p_restore_epoch: timeline.restoreEpoch,
      p_is_complete: timeline.isComplete,
      p_unread_after: timeline.unreadAfter,
      p_known: JSON.stringify(timeline.known),
    }
    const { rows } = await client.query<NewTimeline>(namedCall('facet_begin_timeline', Object.keys(named)), Object.values(named))
    const [row] = rows
    if (!row) throw new Error('The ledger has no row; run facet migrate.')
    return row
  } finally {
    await client.end()
  }
}
