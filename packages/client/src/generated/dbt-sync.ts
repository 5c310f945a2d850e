// Generated from packages/contract by pnpm generate. Do not edit.

import type { DiffFormat, PageInfo } from './shared.ts'

export type DbtManifest = {
  /** Of a catalog: of the manifest it belongs to. */
  manifestId: string
  /** Unpacked. */
  sizeBytes: number
  /** Of the file as it was sent. */
  sha256: string
}

export type DbtSyncCancelResponse = { message: string }

export type DbtSyncGeneratedFile = { path: string }

export type DbtSyncLogLine = { date: string; message: string }

export type DbtSyncLogResponse = {
  items: DbtSyncLogLine[]
  /** The same as `items`, for older clients. */
  data: DbtSyncLogLine[]
  pageInfo: PageInfo
}

export type DbtSyncManifestStats = { models: number; sources: number; macros: number }

export type DbtSyncPhaseOutcome = 'ok' | 'failed'

export type DbtSyncProblem = {
  /** Stable; branch on this. */
  code: string
  phase?: string | null
  /** In the dbt project. */
  file?: string | null
  line?: number | null
  /** The end of what dbt printed, without secrets. */
  dbtSaid?: string | null
}

export type DbtSyncProgress = {
  stage: string
  /** Rough, by the stage. */
  percentComplete: number
  /** What is being worked on. */
  message?: string | null
}

export type DbtSyncResponse = { syncJobId: string; workflowId: string; branchName: string }

export type DbtSyncResultResponse = {
  syncJobId: string
  generatedFiles: DbtSyncGeneratedFile[]
  manifestStats: DbtSyncManifestStats
  cubeCount: number
  completedAt: string
  durationMs: number
  /** Own field: the commit on the branch; none where nothing changed, or of a preview. */
  commitHash?: string | null
}

export type DbtSyncRun = {
  syncJobId: string
  deploymentId: number
  status: DbtSyncState
  trigger: DbtSyncTrigger
  /** The branch the generated cubes are written to; of a preview, the one they would be. */
  branchName: string
  /** By the clock of the process that launched it. */
  startedAt: string
  /** By the clock of the process that ran it; may precede `startedAt`. */
  completedAt?: string | null
  /** By one clock: the value to show. */
  durationMs?: number | null
  /** Why it stopped; of a failed run alone. */
  errorMessage?: string | null
  failedPhase?: string | null
  /** The branch or tag of the dbt repository, where one was named. */
  gitRef?: string | null
  lastStage?: string | null
  phases?: DbtSyncRunPhase[] | null
  stats?: DbtSyncRunStats | null
  triggerContext?: DbtSyncRunTriggerContext | null
  userId?: number | null
  /** Own field: everything was run and nothing committed. */
  isPreview?: boolean
  /** Own field: the commit on the branch; none where nothing changed. */
  commitHash?: string | null
  problem?: DbtSyncProblem | null
}

export type DbtSyncRunPhase = {
  /** One of `repo_clone`, `dbt_deps`, `dbt_parse`, `dbt_catalog`, `convert`, `publish`; more may come. */
  phase: string
  startedOffsetMs: number
  durationMs: number
  outcome: DbtSyncPhaseOutcome
}

export type DbtSyncRunStats = {
  cubeCount?: number | null
  generatedFileCount?: number | null
  macros?: number | null
  models?: number | null
  sources?: number | null
}

export type DbtSyncRunTriggerContext = { headSha?: string | null; pushedBranch?: string | null; targetBranch?: string | null }

export type DbtSyncRunsListResponse = {
  items: DbtSyncRun[]
  /** The same as `items`, for older clients. */
  data: DbtSyncRun[]
  pageInfo: PageInfo
}

export type DbtSyncState = 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'UNKNOWN'

export type DbtSyncStatusResponse = {
  syncJobId: string
  /**
   * One of INITIALIZING, CREATING_SANDBOX, UPLOADING_PROJECT, INSTALLING_DEPENDENCIES, RUNNING_DBT_DEPS, COMPILING_DBT,
   * PROCESSING_MANIFEST, WRITING_CUBE_FILES, FINALIZING, COMPLETED, FAILED; a cancelled run is FAILED. UNKNOWN: what became
   * of it could not be established.
   */
  status: string
  progress: DbtSyncProgress
  updatedAt: string
  /** Only with FAILED. */
  error?: string | null
  problem?: DbtSyncProblem | null
}

export type DbtSyncTrigger = 'manual' | 'api' | 'webhook' | 'agent' | 'unknown'

export type PreviewDbtSyncInput = {
  branchName?: string | null | undefined
  ref?: string | null | undefined
  /** Own field: a manifest that was pushed, in place of the repository. */
  manifestId?: string | null | undefined
}

export type StartDbtSyncInput = {
  branchName?: string | null | undefined
  /** A branch or a tag, not the SHA of a commit. */
  ref?: string | null | undefined
  /** Own field: a manifest that was pushed, in place of the repository. */
  manifestId?: string | null | undefined
}

export type UploadDbtManifestBody = {
  /** As other uploads have it; the content alone counts. */
  fileName?: string | null | undefined
  /** The manifest that the file is the catalog of. Left out: the file is a manifest. */
  catalogOf?: string | null | undefined
}

export type CancelDbtSyncCall = { params: { deploymentId: number; syncJobId: string } }

export type GetDbtSyncDiffQuery = { format?: DiffFormat | undefined }

export type GetDbtSyncDiffCall = { params: { deploymentId: number; syncJobId: string }; query?: GetDbtSyncDiffQuery | undefined }

export type GetDbtSyncLogQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type GetDbtSyncLogCall = { params: { deploymentId: number; syncJobId: string }; query?: GetDbtSyncLogQuery | undefined }

export type GetDbtSyncReportCall = { params: { deploymentId: number; syncJobId: string } }

export type GetDbtSyncResultCall = { params: { deploymentId: number; syncJobId: string } }

export type GetDbtSyncStatusCall = { params: { deploymentId: number; syncJobId: string } }

export type ListDbtSyncsQuery = {
  status?: DbtSyncState | null | undefined
  trigger?: DbtSyncTrigger | null | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListDbtSyncsCall = { params: { deploymentId: number }; query?: ListDbtSyncsQuery | undefined }

export type PreviewDbtSyncCall = {
  params: { deploymentId: number }
  body: PreviewDbtSyncInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type StartDbtSyncCall = {
  params: { deploymentId: number }
  body: StartDbtSyncInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type UploadDbtManifestCall = {
  params: { deploymentId: number }
  body: UploadDbtManifestBody
  /** Sent after the fields of the body. */
  file: Blob | Uint8Array
}
