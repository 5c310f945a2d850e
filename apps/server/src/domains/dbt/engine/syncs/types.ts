import type { DbtSyncStage, DbtSyncTrigger } from '@facet/contract'

/** Whose run it is; `syncId` is its launch. What a workflow is started with: ids alone, since everything else is read when a step runs. */
export type SyncId = { tenantId: number; deploymentId: number; syncId: number }

export const workflowIdOf = ({ tenantId, syncId }: Pick<SyncId, 'tenantId' | 'syncId'>): string => `dbt-sync-${tenantId}-${syncId}`

export type Author = { name: string; email: string }

/** What is known of a run when it is launched. */
export type Launch = {
  trigger: DbtSyncTrigger
  /** Left out, a review branch is made and named after the ref. */
  branchName?: string | null
  /** A branch or tag of the dbt repository, in place of the one that is set. */
  ref?: string | null
  manifestId?: number | null
  isPreview?: boolean
  triggerContext?: { headSha: string; pushedBranch: string } | null
  userId?: number | null
  /** Of its commit. */
  author: Author
  requestId?: string | null
}

export type Launched = { syncId: number; workflowId: string; branchName: string }

/** How far a run is, as its row says. */
export type Progress = { stage: DbtSyncStage; message: string | null }
