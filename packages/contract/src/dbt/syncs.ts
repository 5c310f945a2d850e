import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { page, PageQuery, pageQuery } from '../paging.ts'
import { JsonObject, Maybe, Nullable, OneOf, schema, Text, Type } from '../schema.ts'
import {
  DbtSyncLogLine,
  DbtSyncResponse,
  DbtSyncResultResponse,
  DbtSyncRun,
  DbtSyncState,
  DbtSyncStatusResponse,
  DbtSyncTrigger,
  exampleRun,
  ManifestId,
  onSyncs,
  SyncParams,
  syncPath,
  syncsPath,
} from './sync-parts.ts'

const example = { params: { deploymentId: 1042, syncJobId: '90412' } }

export const listDbtSyncs = operation({
  ...onSyncs,
  id: 'listDbtSyncs',
  method: 'GET',
  database: 'whole',
  path: syncsPath,
  summary: 'List the dbt syncs of a deployment, newest first',
  description: 'A run whose outcome was lost, and of which Temporal no longer knows, is `UNKNOWN`. Temporal is not asked for a list.',
  params: DeploymentParams,
  query: Type.Object({
    status: Type.Optional(Nullable(DbtSyncState)),
    trigger: Type.Optional(Nullable(DbtSyncTrigger)),
    ...pageQuery,
  }),
  returns: page('DbtSyncRunsListResponse', DbtSyncRun),
  failures: ['deployment_not_found', 'invalid_cursor'],
  action: 'SchemaRead',
  example: {
    params: { deploymentId: 1042 },
    query: { status: 'COMPLETED' },
    returns: { items: [exampleRun], data: [exampleRun], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
  },
})

/** Why a sync, or a preview of one, is not begun. */
const refusals = [
  'deployment_not_found',
  'dbt_not_configured',
  'dbt_warehouse_unsupported',
  'dbt_manifest_not_found',
  'dbt_manifest_id_invalid',
  'dbt_ref_invalid',
  'dbt_target_refused',
  'dbt_sync_limit',
  'branch_name_invalid',
  'branch_expired',
  'not_own_branch',
  'long_work_unavailable',
] as const

export const startDbtSync = operation({
  ...onSyncs,
  id: 'startDbtSync',
  method: 'POST',
  database: 'whole',
  path: syncsPath,
  summary: 'Start a dbt sync: cubes are made of the dbt project and committed to a branch',
  description:
    'Without `branchName` a review branch is made and named after `ref`; with one, that branch is used, or made from the deploy branch. The deploy branch itself is not a target: merge the review branch. ' +
    '`ref` is a branch or tag of the dbt repository, for this run alone; empty is as good as left out. With `manifestId` nothing is cloned and dbt is not run: the manifest that was pushed is converted; an empty one is refused. Several runs of a deployment may be started: each tenant has its turns, and two on one branch come after each other.',
  params: DeploymentParams,
  body: schema('StartDbtSyncInput', {
    branchName: Maybe(Text(255)),
    ref: Maybe(Text(255, { description: 'A branch or a tag, not the SHA of a commit.' })),
    manifestId: ManifestId,
  }),
  returns: DbtSyncResponse,
  failures: refusals,
  action: 'SchemaUpdate',
  idempotency: 'plain',
  audit: ['dbt_sync'],
  example: {
    params: { deploymentId: 1042 },
    body: { ref: 'main' },
    returns: { syncJobId: '90412', workflowId: 'dbt-sync-17-90412', branchName: 'dbt-sync/main-20261116120000-5d0c1e7f' },
  },
})

export const getDbtSyncStatus = operation({
  ...onSyncs,
  id: 'getDbtSyncStatus',
  method: 'GET',
  database: 'whole',
  path: syncPath,
  summary: 'Get how far a dbt sync is',
  description:
    'COMPLETED and FAILED are ends; a cancelled run is FAILED here and CANCELLED in the list. UNKNOWN is told when nothing says what became of the run.',
  params: SyncParams,
  returns: DbtSyncStatusResponse,
  failures: ['deployment_not_found', 'dbt_sync_not_found'],
  action: 'SchemaRead',
  example: {
    ...example,
    returns: {
      syncJobId: '90412',
      status: 'COMPILING_DBT',
      progress: { stage: 'COMPILING_DBT', percentComplete: 50, message: 'Parsing the dbt project' },
      updatedAt: '2026-11-16T12:00:05.000Z',
      error: null,
      problem: null,
    },
  },
})

export const getDbtSyncResult = operation({
  ...onSyncs,
  id: 'getDbtSyncResult',
  method: 'GET',
  database: 'whole',
  path: `${syncPath}/result`,
  summary: 'Get what a completed dbt sync made',
  description: 'Of a run that has not completed there is none: 404 `dbt_sync_no_result`, whose message says how it stands.',
  params: SyncParams,
  returns: DbtSyncResultResponse,
  failures: ['deployment_not_found', 'dbt_sync_not_found', 'dbt_sync_no_result'],
  action: 'SchemaRead',
  example: {
    ...example,
    returns: {
      syncJobId: '90412',
      generatedFiles: [{ path: 'model/cubes/dbt/dbt_orders.yml' }],
      manifestStats: { models: 44, sources: 9, macros: 512 },
      cubeCount: 42,
      completedAt: '2026-11-16T12:00:14.000Z',
      durationMs: 13_870,
      commitHash: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2',
    },
  },
})

export const cancelDbtSync = operation({
  ...onSyncs,
  id: 'cancelDbtSync',
  method: 'DELETE',
  database: 'whole',
  path: syncPath,
  summary: 'Cancel a dbt sync',
  description:
    'What runs is killed within a second or two. A run that committed before it heard of this ends COMPLETED. One that has ended stays as it is, and is answered in words. The branch stays.',
  params: SyncParams,
  returns: schema('DbtSyncCancelResponse', { message: Type.String() }),
  failures: ['deployment_not_found', 'dbt_sync_not_found'],
  action: 'SchemaUpdate',
  audit: ['dbt_sync'],
  example: { ...example, returns: { message: 'Sync 90412 is being cancelled.' } },
})

export const previewDbtSync = operation({
  ...onSyncs,
  id: 'previewDbtSync',
  method: 'POST',
  database: 'whole',
  path: `${syncsPath}/preview`,
  summary: 'Run a dbt sync without the commit, to see what it would change',
  description:
    'The same as a sync, up to the compiled data model, and nothing is committed. Follow it as a sync; then read its diff and its report. `branchName` is what it is compared with: left out, the deploy branch.',
  params: DeploymentParams,
  body: schema('PreviewDbtSyncInput', {
    branchName: Maybe(Text(255)),
    ref: Maybe(Text(255)),
    manifestId: ManifestId,
  }),
  returns: DbtSyncResponse,
  failures: refusals,
  action: 'SchemaUpdate',
  own: true,
  idempotency: 'plain',
  audit: ['dbt_sync'],
  example: {
    params: { deploymentId: 1042 },
    body: { ref: 'feature/margins' },
    returns: { syncJobId: '90413', workflowId: 'dbt-sync-17-90413', branchName: 'dbt-sync/feature-margins-20261116120000-5d0c1e7f' },
  },
})

export const getDbtSyncLog = operation({
  ...onSyncs,
  id: 'getDbtSyncLog',
  method: 'GET',
  database: 'whole',
  path: `${syncPath}/log`,
  summary: 'Read what a dbt sync said, oldest first; also while it runs',
  description: 'Values of variables and of the repository’s credential are replaced by their names. At most 2,000 lines of a run are kept.',
  params: SyncParams,
  query: PageQuery,
  returns: page('DbtSyncLogResponse', DbtSyncLogLine),
  failures: ['deployment_not_found', 'dbt_sync_not_found', 'invalid_cursor'],
  action: 'SchemaRead',
  own: true,
  example: {
    ...example,
    query: {},
    returns: {
      items: [{ date: '2026-11-16T12:00:01.000Z', message: 'Cloning the dbt repository.' }],
      data: [{ date: '2026-11-16T12:00:01.000Z', message: 'Cloning the dbt repository.' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    },
  },
})

export const getDbtSyncDiff = operation({
  ...onSyncs,
  id: 'getDbtSyncDiff',
  method: 'GET',
  database: 'steps',
  path: `${syncPath}/diff`,
  summary: 'What a completed dbt sync changes of the data model, and who sees more or less by it',
  description:
    'As JSON; with `format=markdown` as text for a review comment, with `format=sarif` for code scanning. Of a preview, what it would change. What content breaks is in the diff of its branch.',
  params: SyncParams,
  query: Type.Object({ format: Type.Optional(OneOf('DiffFormat', ['json', 'markdown', 'sarif'])) }),
  returns: JsonObject,
  documents: ['text/markdown', 'application/sarif+json'],
  failures: ['deployment_not_found', 'dbt_sync_not_found', 'dbt_sync_no_result'],
  action: 'SchemaRead',
  own: true,
  example: { ...example, query: {}, returns: { changes: [], files: [], summary: { breaking: 0 } } },
})

export const getDbtSyncReport = operation({
  ...onSyncs,
  id: 'getDbtSyncReport',
  method: 'GET',
  database: 'steps',
  path: `${syncPath}/report`,
  summary: 'Per model of a dbt sync: its key, joins and types, each with the evidence, and what was skipped',
  description: 'There as soon as the models are converted, also where the sync fails after that.',
  params: SyncParams,
  returns: JsonObject,
  failures: ['deployment_not_found', 'dbt_sync_not_found', 'dbt_sync_no_result'],
  action: 'SchemaRead',
  own: true,
  example: {
    ...example,
    returns: { project: 'shop', counts: { models: 44, cubes: 42, skipped: 2 }, models: [], skipped: [], notices: [] },
  },
})
