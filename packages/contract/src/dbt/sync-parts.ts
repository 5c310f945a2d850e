import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { Id, Maybe, OneOf, schema, type Static, Text, Timestamp, Type } from '../schema.ts'

export const syncsPath = '/api/v1/deployments/{deploymentId}/dbt-sync'
export const syncPath = `${syncsPath}/{syncJobId}` as const

export const SyncParams = Type.Object({ ...DeploymentParams.properties, syncJobId: Text(100) })

/** Shared by every operation on syncs. */
export const onSyncs = { tag: 'dbt Sync', reach: 'deployment', credentials: ['api_key'], presets: ['ci'] } as const

export const DbtSyncState = OneOf('DbtSyncState', ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'UNKNOWN'])
export type DbtSyncState = Static<typeof DbtSyncState>

export const DbtSyncTrigger = OneOf('DbtSyncTrigger', ['manual', 'api', 'webhook', 'agent', 'unknown'])
export type DbtSyncTrigger = Static<typeof DbtSyncTrigger>

/** In the order a run reaches them, with the rough percentage of each. A run keeps the one it failed in. */
export const dbtSyncStages = {
  INITIALIZING: 0,
  CREATING_SANDBOX: 5,
  UPLOADING_PROJECT: 15,
  INSTALLING_DEPENDENCIES: 25,
  RUNNING_DBT_DEPS: 35,
  COMPILING_DBT: 50,
  PROCESSING_MANIFEST: 70,
  WRITING_CUBE_FILES: 85,
  FINALIZING: 95,
  COMPLETED: 100,
} as const
export type DbtSyncStage = keyof typeof dbtSyncStages

/** The phases of a run, in the order they are executed; one from a pushed manifest has the last two alone. */
export const dbtSyncPhases = ['repo_clone', 'dbt_deps', 'dbt_parse', 'dbt_catalog', 'convert', 'publish'] as const
export type DbtSyncPhaseName = (typeof dbtSyncPhases)[number]

const count = Maybe(Type.Integer({ minimum: 0 }))
const duration = Type.Integer({ minimum: 0 })

export const DbtSyncRunPhase = schema('DbtSyncRunPhase', {
  phase: Type.String({ description: `One of ${dbtSyncPhases.map((name) => `\`${name}\``).join(', ')}; more may come.` }),
  startedOffsetMs: duration,
  durationMs: duration,
  outcome: OneOf('DbtSyncPhaseOutcome', ['ok', 'failed']),
})
export type DbtSyncRunPhase = Static<typeof DbtSyncRunPhase>

export const DbtSyncRunStats = schema('DbtSyncRunStats', {
  cubeCount: count,
  generatedFileCount: count,
  macros: count,
  models: count,
  sources: count,
})
export type DbtSyncRunStats = Static<typeof DbtSyncRunStats>

export const DbtSyncRunTriggerContext = schema('DbtSyncRunTriggerContext', {
  headSha: Maybe(Type.String()),
  pushedBranch: Maybe(Type.String()),
  targetBranch: Maybe(Type.String()),
})
export type DbtSyncRunTriggerContext = Static<typeof DbtSyncRunTriggerContext>

export const DbtSyncProblem = schema('DbtSyncProblem', {
  code: Type.String({ description: 'Stable; branch on this.' }),
  phase: Maybe(Type.String()),
  file: Maybe(Type.String({ description: 'In the dbt project.' })),
  line: Maybe(Type.Integer({ minimum: 1 })),
  dbtSaid: Maybe(Type.String({ description: 'The end of what dbt printed, without secrets.' })),
})
export type DbtSyncProblem = Static<typeof DbtSyncProblem>

export const DbtSyncRun = schema('DbtSyncRun', {
  syncJobId: Type.String(),
  deploymentId: Id,
  status: DbtSyncState,
  trigger: DbtSyncTrigger,
  branchName: Type.String({ description: 'The branch the generated cubes are written to; of a preview, the one they would be.' }),
  startedAt: Type.String({ format: 'date-time', description: 'By the clock of the process that launched it.' }),
  completedAt: Maybe(
    Type.String({ format: 'date-time', description: 'By the clock of the process that ran it; may precede `startedAt`.' }),
  ),
  durationMs: Maybe(Type.Integer({ minimum: 0, description: 'By one clock: the value to show.' })),
  errorMessage: Maybe(Type.String({ description: 'Why it stopped; of a failed run alone.' })),
  failedPhase: Maybe(Type.String()),
  gitRef: Maybe(Type.String({ description: 'The branch or tag of the dbt repository, where one was named.' })),
  lastStage: Maybe(Type.String()),
  phases: Maybe(Type.Array(DbtSyncRunPhase)),
  stats: Maybe(DbtSyncRunStats),
  triggerContext: Maybe(DbtSyncRunTriggerContext),
  userId: Maybe(Id),
  isPreview: Type.Optional(Type.Boolean({ description: 'Own field: everything was run and nothing committed.' })),
  commitHash: Maybe(Type.String({ description: 'Own field: the commit on the branch; none where nothing changed.' })),
  problem: Maybe(DbtSyncProblem),
})
export type DbtSyncRun = Static<typeof DbtSyncRun>

export const DbtSyncProgress = schema('DbtSyncProgress', {
  stage: Type.String(),
  percentComplete: Type.Integer({ minimum: 0, maximum: 100, description: 'Rough, by the stage.' }),
  message: Maybe(Type.String({ description: 'What is being worked on.' })),
})

export const DbtSyncStatusResponse = schema('DbtSyncStatusResponse', {
  syncJobId: Type.String(),
  status: Type.String({
    description: `One of ${Object.keys(dbtSyncStages).join(', ')}, FAILED; a cancelled run is FAILED. UNKNOWN: what became of it could not be established.`,
  }),
  progress: DbtSyncProgress,
  updatedAt: Timestamp,
  error: Maybe(Type.String({ description: 'Only with FAILED.' })),
  problem: Maybe(DbtSyncProblem),
})
export type DbtSyncStatusResponse = Static<typeof DbtSyncStatusResponse>

export const DbtSyncResultResponse = schema('DbtSyncResultResponse', {
  syncJobId: Type.String(),
  generatedFiles: Type.Array(schema('DbtSyncGeneratedFile', { path: Type.String() })),
  manifestStats: schema('DbtSyncManifestStats', {
    models: Type.Integer({ minimum: 0 }),
    sources: Type.Integer({ minimum: 0 }),
    macros: Type.Integer({ minimum: 0 }),
  }),
  cubeCount: Type.Integer({ minimum: 0 }),
  completedAt: Timestamp,
  durationMs: duration,
  commitHash: Maybe(Type.String({ description: 'Own field: the commit on the branch; none where nothing changed, or of a preview.' })),
})
export type DbtSyncResultResponse = Static<typeof DbtSyncResultResponse>

export const DbtSyncResponse = schema('DbtSyncResponse', {
  syncJobId: Type.String(),
  workflowId: Type.String(),
  branchName: Type.String(),
})

export const DbtSyncLogLine = schema('DbtSyncLogLine', { date: Timestamp, message: Type.String() })
export type DbtSyncLogLine = Static<typeof DbtSyncLogLine>

export const ManifestId = Maybe(Text(100, { description: 'Own field: a manifest that was pushed, in place of the repository.' }))

export const exampleRun: DbtSyncRun = {
  syncJobId: '90412',
  deploymentId: 1042,
  status: 'COMPLETED',
  trigger: 'api',
  branchName: 'dbt-sync/20261116120000-5d0c1e7f',
  startedAt: '2026-11-16T12:00:00.000Z',
  completedAt: '2026-11-16T12:00:14.000Z',
  durationMs: 13_870,
  errorMessage: null,
  failedPhase: null,
  gitRef: null,
  lastStage: 'COMPLETED',
  phases: [
    { phase: 'repo_clone', startedOffsetMs: 120, durationMs: 900, outcome: 'ok' },
    { phase: 'dbt_parse', startedOffsetMs: 1030, durationMs: 11_200, outcome: 'ok' },
  ],
  stats: { cubeCount: 42, generatedFileCount: 42, macros: 512, models: 44, sources: 9 },
  triggerContext: null,
  userId: 7,
  isPreview: false,
  commitHash: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2',
}
