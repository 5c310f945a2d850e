import { type FunctionCalls, inTransaction, type Pool } from '#db'
import type { BuildWork } from '#engine/hosting'
import { Failure } from '#kernel/failure'
import { recordWorkflow } from './sync-queries.ts'
import { type SyncId, workflowIdOf } from './types.ts'

/** What syncs need of long work. */
export type SyncWork = Pick<BuildWork, 'start' | 'describe'>

export type SyncDispatch = { pool: Pool; calls: FunctionCalls; work: SyncWork }

const batch = 100

export type DueSync = { tenant_id: number; deployment_id: number; id: number }

export const syncIdOf = (row: DueSync): SyncId => ({ tenantId: row.tenant_id, deploymentId: row.deployment_id, syncId: row.id })

const start = async ({ pool, work }: SyncDispatch, sync: SyncId): Promise<void> => {
  await work.start({
    workflow: 'dbtSync',
    id: workflowIdOf(sync),
    args: [sync],
    fairnessKey: String(sync.tenantId),
    onConflict: 'use-existing',
  })
  await inTransaction(pool, sync.tenantId, 'read write', (db) => recordWorkflow(db, sync))
}

const isAway = (error: unknown): boolean => error instanceof Failure && error.status === 503

/**
 * Starts workflows of runs whose turn it is; gives how many. Two processes may start the same one: the second finds it running. When Temporal or
 * the database cannot be reached this throws at once and they wait on; one that cannot be started keeps no other from it.
 */
export const startSyncs = async (dispatch: SyncDispatch, maxPerWorker: number): Promise<number> => {
  const due = await dispatch.calls.call<DueSync>(
    'list-due-dbt-syncs',
    'select tenant_id, deployment_id, id from facet_list_due_dbt_syncs($1, $2)',
    [maxPerWorker, batch],
  )
  const problems: unknown[] = []
  for (const row of due) {
    try {
      await start(dispatch, syncIdOf(row))
    } catch (error) {
      if (isAway(error)) throw error
      problems.push(error)
    }
  }
  if (problems.length > 0) throw problems[0]
  return due.length
}
