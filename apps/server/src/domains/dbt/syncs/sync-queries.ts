import type { DbtSyncState, DbtSyncTrigger } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { type Db, sql } from '#db'
import { idIn } from '#engine/dbt'
import { Failure } from '#kernel/failure'

// The outcome says how a run ended. Without one it runs, unless Temporal knew nothing of it when it was last asked.
const state = sql<DbtSyncState>`case when o.status is not null then o.status when s.lost_at is not null then 'UNKNOWN' else 'RUNNING' end`

const syncs = (db: Db, { tenantId, deploymentId }: DeploymentAccess) =>
  db
    .selectFrom('dbt_syncs as s')
    .leftJoin('dbt_sync_outcomes as o', (join) => join.onRef('o.tenant_id', '=', 's.tenant_id').onRef('o.sync_id', '=', 's.id'))
    .select([
      's.id',
      's.deployment_id',
      's.trigger',
      's.branch_name',
      's.is_preview',
      's.git_ref',
      's.trigger_context',
      's.user_id',
      's.started_at',
      's.stage',
      's.message',
      's.updated_at',
      's.cancelled_at',
      'o.completed_at',
      'o.duration_ms',
      'o.error_message',
      'o.failed_phase',
      'o.problem',
      'o.last_stage',
      'o.phases',
      'o.stats',
      'o.commit_hash',
    ])
    .select(state.as('state'))
    .where('s.tenant_id', '=', tenantId)
    .where('s.deployment_id', '=', deploymentId)

type Filters = { status?: DbtSyncState | null; trigger?: DbtSyncTrigger | null }

export const listSyncs = (
  db: Db,
  access: DeploymentAccess,
  { status, trigger }: Filters,
  after: readonly [number] | null,
  limit: number,
) => {
  let query = syncs(db, access)
  if (status) query = query.where(state, '=', status)
  if (trigger) query = query.where('s.trigger', '=', trigger)
  if (after) query = query.where('s.id', '<', after[0])
  return query.orderBy('s.id', 'desc').limit(limit).execute()
}
export type SyncRow = Awaited<ReturnType<typeof listSyncs>>[number]

const notFound = (syncJobId: string): Failure =>
  new Failure('dbt_sync_not_found', `Sync "${syncJobId}" was not found in this deployment. The list of its syncs shows those it has.`)

export const getSync = async (db: Db, access: DeploymentAccess, syncJobId: string): Promise<SyncRow> => {
  const id = idIn(syncJobId)
  const row = id === null ? undefined : await syncs(db, access).where('s.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(syncJobId)
  return row
}

export const listGeneratedFiles = async (db: Db, { tenantId }: DeploymentAccess, syncId: number): Promise<string[]> => {
  const { generated_files: files } = await db
    .selectFrom('dbt_sync_outcomes')
    .select('generated_files')
    .where('tenant_id', '=', tenantId)
    .where('sync_id', '=', syncId)
    .executeTakeFirstOrThrow()
  return files
}

export const listLogLines = (
  db: Db,
  { tenantId }: DeploymentAccess,
  syncId: number,
  after: readonly [number] | null,
  limit: number,
): Promise<{ id: number; logged_at: Date; message: string }[]> => {
  const lines = db
    .selectFrom('dbt_sync_log_lines')
    .select(['id', 'logged_at', 'message'])
    .where('tenant_id', '=', tenantId)
    .where('sync_id', '=', syncId)
  return (after ? lines.where('id', '>', after[0]) : lines).orderBy('id').limit(limit).execute()
}
