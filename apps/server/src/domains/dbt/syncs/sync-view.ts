import {
  type DbtSyncProblem,
  type DbtSyncRun,
  type DbtSyncRunPhase,
  type DbtSyncRunStats,
  type DbtSyncRunTriggerContext,
  type DbtSyncStage,
  dbtSyncStages,
  type DbtSyncStatusResponse,
  type DbtSyncTrigger,
} from '@facet/contract'
import type { SyncRow } from './sync-queries.ts'

const cancelled = 'The sync was cancelled.'
const lost = 'What became of this sync could not be established. Look at its branch, or start another.'

/** What the database keeps as JSON was written by this service. */
const kept = <T>(value: unknown): T | null => (value ?? null) as T | null

export const runView = (row: SyncRow): DbtSyncRun => ({
  syncJobId: String(row.id),
  deploymentId: row.deployment_id,
  status: row.state,
  trigger: row.trigger as DbtSyncTrigger,
  branchName: row.branch_name,
  startedAt: row.started_at.toISOString(),
  completedAt: row.completed_at?.toISOString() ?? null,
  durationMs: row.duration_ms,
  errorMessage: row.error_message,
  failedPhase: row.failed_phase,
  gitRef: row.git_ref,
  lastStage: row.last_stage ?? row.stage,
  ...(row.phases === null ? {} : { phases: kept<DbtSyncRunPhase[]>(row.phases) }),
  stats: kept<DbtSyncRunStats>(row.stats),
  triggerContext: kept<DbtSyncRunTriggerContext>(row.trigger_context),
  userId: row.user_id,
  isPreview: row.is_preview,
  commitHash: row.commit_hash,
  problem: kept<DbtSyncProblem>(row.problem),
})

const percentOf = (stage: string): number => dbtSyncStages[stage as DbtSyncStage] ?? 0

/** The reference tells a cancelled run as a failed one, and has no word for one that was lost: its clients take an unknown word for running. */
const statusOf = ({ state, stage }: SyncRow): string => {
  if (state === 'RUNNING') return stage
  return state === 'CANCELLED' ? 'FAILED' : state
}

const messageOf = ({ state, message, cancelled_at: cancelledAt }: SyncRow): string | null => {
  if (state === 'UNKNOWN') return lost
  if (state !== 'RUNNING') return null
  return cancelledAt === null ? message : 'Being cancelled'
}

const errorOf = ({ state, error_message: message }: SyncRow): string | null => {
  if (state === 'CANCELLED') return cancelled
  return state === 'FAILED' ? message : null
}

export const statusView = (row: SyncRow): DbtSyncStatusResponse => {
  const stage = row.last_stage ?? row.stage
  return {
    syncJobId: String(row.id),
    status: statusOf(row),
    progress: { stage, percentComplete: percentOf(stage), message: messageOf(row) },
    updatedAt: row.updated_at.toISOString(),
    error: errorOf(row),
    problem: kept<DbtSyncProblem>(row.problem),
  }
}
