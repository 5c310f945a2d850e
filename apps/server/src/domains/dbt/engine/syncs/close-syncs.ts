import { inTransaction } from '#db'
import { type DueSync, type SyncDispatch, syncIdOf } from './start-syncs.ts'
import { recordLost, touchSync } from './sync-queries.ts'
import { workflowIdOf } from './types.ts'

const batch = 100
// A run at work says something every half second.
const silentSeconds = 30

/**
 * Looks for runs that were started, have no outcome and say nothing. Where their workflow is over or unknown to Temporal too, nothing says what
 * became of them: they may have committed, so they are not failed, but unknown. Gives how many were lost.
 */
export const closeSyncs = async (dispatch: SyncDispatch, { afterSeconds = silentSeconds } = {}): Promise<number> => {
  const silent = await dispatch.calls.call<DueSync>(
    'list-silent-dbt-syncs',
    'select tenant_id, deployment_id, id from facet_list_silent_dbt_syncs($1, $2)',
    [afterSeconds, batch],
  )
  let lost = 0
  for (const row of silent) {
    const sync = syncIdOf(row)
    const isRunning = (await dispatch.work.describe(workflowIdOf(sync))) === 'running'
    await inTransaction(dispatch.pool, sync.tenantId, 'read write', async (db) => {
      if (isRunning) await touchSync(db, sync)
      else await recordLost(db, sync)
    })
    if (!isRunning) lost++
  }
  return lost
}
