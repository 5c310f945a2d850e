import type { DbtSyncRunStats, getDbtSyncResult as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { getSync, listGeneratedFiles, type SyncRow } from './sync-queries.ts'

const standing: Record<Exclude<SyncRow['state'], 'COMPLETED'>, string> = {
  RUNNING: 'has not ended yet; ask for its status until it has',
  FAILED: 'failed; its status says why',
  CANCELLED: 'was cancelled',
  UNKNOWN: 'was lost: what became of it could not be established',
}

export const getDbtSyncResult: Handler<typeof contract> = async ({ params }, context) => {
  const access = await requireDeployment(context, params.deploymentId)
  const row = await getSync(context.db, access, params.syncJobId)
  if (row.state !== 'COMPLETED' || row.completed_at === null)
    throw new Failure('dbt_sync_no_result', `Sync ${row.id} has no result: it ${standing[row.state as keyof typeof standing]}.`)
  const stats = (row.stats ?? {}) as DbtSyncRunStats
  const files = await listGeneratedFiles(context.db, access, row.id)
  return {
    syncJobId: String(row.id),
    generatedFiles: files.map((path) => ({ path })),
    manifestStats: { models: stats.models ?? 0, sources: stats.sources ?? 0, macros: stats.macros ?? 0 },
    cubeCount: stats.cubeCount ?? 0,
    completedAt: row.completed_at.toISOString(),
    durationMs: row.duration_ms ?? 0,
    commitHash: row.commit_hash,
  }
}
