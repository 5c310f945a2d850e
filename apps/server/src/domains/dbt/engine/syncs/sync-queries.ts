import type { DbtSyncProblem, DbtSyncRunPhase, DbtSyncRunStats } from '@facet/contract'
import { type Db, sql } from '#db'
import type { Author, Progress, SyncId } from './types.ts'

/** By all that a workflow carries: one from before a restore may name an id that another deployment was given since. */
const one = ({ tenantId, deploymentId, syncId }: SyncId) => ({ tenant_id: tenantId, deployment_id: deploymentId, id: syncId })

const now = sql<Date>`now()`
const elapsed = sql<number>`greatest(0, extract(epoch from clock_timestamp() - launched_at) * 1000)::bigint`

/** What the step that makes files leaves for the one that publishes them. */
export type GeneratedNote = { phases: DbtSyncRunPhase[]; stats: DbtSyncRunStats; headSha: string | null }

export type BegunSync = {
  trigger: string
  branchName: string
  isBranchGenerated: boolean
  isPreview: boolean
  ref: string | null
  manifestId: number | null
  author: Author
  /** Who started it, where that is a person. */
  userId: number | null
  isCancelled: boolean
  /** Of the run, by the database's clock. */
  elapsedMs: number
  generated: GeneratedNote | null
}

/** Marks the run as begun, and gives what is to be done; nothing where it has its outcome, or is gone. */
export const beginSync = async (db: Db, sync: SyncId): Promise<BegunSync | undefined> => {
  const row = await db
    .updateTable('dbt_syncs')
    .set({ begun_at: sql<Date>`coalesce(begun_at, now())`, lost_at: null, updated_at: now })
    .where((where) => where.and(one(sync)))
    .where('closed_at', 'is', null)
    .returning(['trigger', 'branch_name', 'is_branch_generated', 'is_preview', 'git_ref', 'manifest_id', 'author', 'user_id', 'generated'])
    .returning(['cancelled_at', 'committed_at'])
    .returning(elapsed.as('elapsed_ms'))
    .executeTakeFirst()
  return (
    row && {
      trigger: row.trigger,
      branchName: row.branch_name,
      isBranchGenerated: row.is_branch_generated,
      isPreview: row.is_preview,
      ref: row.git_ref,
      manifestId: row.manifest_id,
      author: row.author as unknown as Author,
      userId: row.user_id,
      isCancelled: row.cancelled_at !== null && row.committed_at === null,
      elapsedMs: row.elapsed_ms,
      generated: row.generated as unknown as GeneratedNote | null,
    }
  )
}

export type Wanted = 'wanted' | 'cancelled' | 'over'

/** Says that the run is alive and how far it is, and asks whether it is still wanted. */
export const touchSync = async (db: Db, sync: SyncId, progress?: Progress): Promise<Wanted> => {
  const row = await db
    .updateTable('dbt_syncs')
    .set({ updated_at: now, ...progress })
    .where((where) => where.and(one(sync)))
    .where('closed_at', 'is', null)
    .returning(['cancelled_at', 'committed_at'])
    .executeTakeFirst()
  if (!row) return 'over'
  return row.cancelled_at === null || row.committed_at !== null ? 'wanted' : 'cancelled'
}

/**
 * In the transaction that moves the branch: notes the commit of a run that is still wanted. Whoever cancels it waits for that, and comes too late;
 * or was there before, and nothing is committed.
 */
export const noteCommit = async (db: Db, sync: SyncId): Promise<Wanted> => {
  const wanted = await touchSync(db, sync)
  if (wanted === 'wanted')
    await db
      .updateTable('dbt_syncs')
      .set({ committed_at: now })
      .where((where) => where.and(one(sync)))
      .execute()
  return wanted
}

export const isCommitted = async (db: Db, sync: SyncId): Promise<boolean> => {
  const row = await db
    .selectFrom('dbt_syncs')
    .select('committed_at')
    .where((where) => where.and(one(sync)))
    .executeTakeFirst()
  return row?.committed_at != null
}

export const recordHead = async (db: Db, sync: SyncId, head: { headSha: string; contentHash: string | null }): Promise<void> => {
  await db
    .updateTable('dbt_syncs')
    .set({ head_sha: head.headSha, content_hash: head.contentHash, updated_at: now })
    .where((where) => where.and(one(sync)))
    .execute()
}

export const recordGenerated = async (db: Db, sync: SyncId, note: GeneratedNote): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('dbt_syncs')
    .set({ generated: JSON.stringify(note), updated_at: now })
    .where((where) => where.and(one(sync)))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The newest run of the deployment that made files of the same head and settings. */
export const findEqualSync = async (
  db: Db,
  sync: SyncId,
  contentHash: string,
): Promise<{ id: number; note: GeneratedNote } | undefined> => {
  const row = await db
    .selectFrom('dbt_syncs')
    .select(['id', 'generated'])
    .where('tenant_id', '=', sync.tenantId)
    .where('deployment_id', '=', sync.deploymentId)
    .where('content_hash', '=', contentHash)
    .where('generated', 'is not', null)
    .where('id', '<>', sync.syncId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, note: row.generated as unknown as GeneratedNote }
}

export type SyncOutcome = {
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED'
  lastStage: string
  phases: readonly DbtSyncRunPhase[]
  errorMessage?: string
  failedPhase?: string | null
  problem?: DbtSyncProblem
  stats?: DbtSyncRunStats | null
  commitHash?: string | null
  files?: readonly string[]
}

/** Writes the outcome, once: false where the run has one, or is gone. Its duration is by the database's clock, from the launch on. */
export const recordOutcome = async (db: Db, sync: SyncId, outcome: SyncOutcome): Promise<boolean> => {
  const launch = await db
    .selectFrom('dbt_syncs')
    .select(elapsed.as('elapsed_ms'))
    .where((where) => where.and(one(sync)))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!launch) return false
  const inserted = await db
    .insertInto('dbt_sync_outcomes')
    .values({
      tenant_id: sync.tenantId,
      deployment_id: sync.deploymentId,
      sync_id: sync.syncId,
      status: outcome.status,
      completed_at: new Date(),
      duration_ms: launch.elapsed_ms,
      error_message: outcome.errorMessage ?? null,
      failed_phase: outcome.failedPhase ?? null,
      problem: outcome.problem ? JSON.stringify(outcome.problem) : null,
      last_stage: outcome.lastStage,
      phases: JSON.stringify(outcome.phases),
      stats: outcome.stats ? JSON.stringify(outcome.stats) : null,
      commit_hash: outcome.commitHash ?? null,
      generated_files: [...(outcome.files ?? [])],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sync_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** That its workflow was started. */
export const recordWorkflow = async (db: Db, sync: SyncId): Promise<void> => {
  await db
    .updateTable('dbt_syncs')
    .set({ workflow_started_at: now, updated_at: now })
    .where((where) => where.and(one(sync)))
    .where('closed_at', 'is', null)
    .execute()
}

/** Nothing says what became of it. An outcome that comes after all counts more. */
export const recordLost = async (db: Db, sync: SyncId): Promise<void> => {
  await db
    .updateTable('dbt_syncs')
    .set({ lost_at: now, updated_at: now })
    .where((where) => where.and(one(sync)))
    .where('closed_at', 'is', null)
    .execute()
}
