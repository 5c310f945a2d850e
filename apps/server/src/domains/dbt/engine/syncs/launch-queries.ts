import { type Db, sql } from '#db'
import { recordOutcome } from './sync-queries.ts'
import type { Launch, SyncId } from './types.ts'

type OfDeployment = { tenantId: number; deploymentId: number }

/** Runs without an outcome, counted up to a limit. */
export const countOpen = async (db: Db, { tenantId, deploymentId }: OfDeployment, limit: number): Promise<number> => {
  const open = await db
    .selectFrom('dbt_syncs')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('closed_at', 'is', null)
    .where('lost_at', 'is', null)
    .limit(limit)
    .execute()
  return open.length
}

type LaunchRow = Omit<Launch, 'branchName'> & { branchName: string; isBranchGenerated: boolean; startedAt: Date }

const json = (value: unknown) => (value == null ? null : JSON.stringify(value))

export const insertLaunch = async (db: Db, { tenantId, deploymentId }: OfDeployment, launch: LaunchRow): Promise<number> => {
  const { id } = await db
    .insertInto('dbt_syncs')
    .values({
      tenant_id: tenantId,
      deployment_id: deploymentId,
      trigger: launch.trigger,
      branch_name: launch.branchName,
      is_branch_generated: launch.isBranchGenerated,
      is_preview: launch.isPreview ?? false,
      git_ref: launch.ref ?? null,
      manifest_id: launch.manifestId ?? null,
      trigger_context: json(launch.triggerContext),
      user_id: launch.userId ?? null,
      author: JSON.stringify(launch.author),
      request_id: launch.requestId ?? null,
      started_at: launch.startedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const now = sql<Date>`now()`

/**
 * Notes that nobody wants the run any more. One that no worker began gets its outcome at once; whoever works on it sees this within a second.
 * Nothing where it is over, or has committed.
 */
export const cancelLaunch = async (db: Db, sync: SyncId): Promise<'cancelled' | 'cancelling' | undefined> => {
  const launch = await db
    .updateTable('dbt_syncs')
    .set({ cancelled_at: sql<Date>`coalesce(cancelled_at, now())`, updated_at: now })
    .where('tenant_id', '=', sync.tenantId)
    .where('deployment_id', '=', sync.deploymentId)
    .where('id', '=', sync.syncId)
    .where('closed_at', 'is', null)
    .where('lost_at', 'is', null)
    .where('committed_at', 'is', null)
    .returning(['begun_at', 'stage'])
    .executeTakeFirst()
  if (!launch) return undefined
  if (launch.begun_at !== null) return 'cancelling'
  await recordOutcome(db, sync, { status: 'CANCELLED', lastStage: launch.stage, phases: [] })
  return 'cancelled'
}
