import { inTransaction } from '#db'
import type { SyncObjectKind } from '#engine/dbt'
import { referToObject, storeSyncObject } from '../src/domains/dbt/engine/syncs/sync-objects.ts'
import type { Actor, TestServer } from './server.ts'
import { setVariables } from './variables.ts'

/** Long work is on, and nobody is there: runs are launched and stay so. */
export const syncSettings = { FACET_TEMPORAL_ADDRESS: '127.0.0.1:9' }

/** A dbt integration with every setting at its default, on a deployment whose warehouse is PostgreSQL. Its repository is nowhere. */
export const givenDbtProject = async (server: TestServer, owner: Actor, url = 'https://git.example/shop.git'): Promise<void> => {
  await setVariables(owner, { name: 'CUBEJS_DB_TYPE', value: 'postgres' })
  await server.query(
    `insert into dbt_integrations (tenant_id, deployment_id, url, webhook_secret_sealed, settings) values ($1, $2, $3, '', '{"targetSchema": "analytics"}')
       on conflict do nothing`,
    [owner.tenantId, owner.deploymentId, url],
  )
}

/** An administrator with a dbt integration. */
export const givenSyncer = async (server: TestServer): Promise<Actor> => {
  const owner = await server.admin()
  await givenDbtProject(server, owner)
  return owner
}

export const givenSync = async ({ api, deploymentId }: Actor, body: { branchName?: string; ref?: string } = {}): Promise<string> =>
  (await api.startDbtSync({ params: { deploymentId }, body })).syncJobId

export type GivenOutcome = { status: 'COMPLETED' | 'FAILED' | 'CANCELLED' } & Partial<{
  completedAt: string
  durationMs: number
  errorMessage: string
  failedPhase: string
  lastStage: string
  phases: object[]
  stats: object
  problem: object
  commitHash: string
  files: string[]
}>

/** The outcome of a run as a worker writes it. */
export const givenOutcome = async (server: TestServer, owner: Actor, syncJobId: string, outcome: GivenOutcome): Promise<void> => {
  await server.query(
    `insert into dbt_sync_outcomes (tenant_id, deployment_id, sync_id, status, completed_at, duration_ms, error_message, failed_phase, last_stage, phases, stats, problem, commit_hash, generated_files)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      owner.tenantId,
      owner.deploymentId,
      syncJobId,
      outcome.status,
      outcome.completedAt ?? new Date().toISOString(),
      outcome.durationMs ?? 0,
      outcome.errorMessage ?? null,
      outcome.failedPhase ?? null,
      outcome.lastStage ?? 'COMPLETED',
      JSON.stringify(outcome.phases ?? []),
      outcome.stats ? JSON.stringify(outcome.stats) : null,
      outcome.problem ? JSON.stringify(outcome.problem) : null,
      outcome.commitHash ?? null,
      outcome.files ?? [],
    ],
  )
}

/** As the sweeper leaves a run of which nobody knows any more. */
export const givenLostSync = async (server: TestServer, owner: Actor, syncJobId: string): Promise<void> => {
  await server.query('update dbt_syncs set lost_at = now() where tenant_id = $1 and id = $2', [owner.tenantId, syncJobId])
}

export const completedOutcome: GivenOutcome = {
  status: 'COMPLETED',
  completedAt: '2026-11-16T12:00:14.000Z',
  durationMs: 13_870,
  lastStage: 'COMPLETED',
  phases: [
    { phase: 'repo_clone', startedOffsetMs: 120, durationMs: 900, outcome: 'ok' },
    { phase: 'dbt_parse', startedOffsetMs: 1030, durationMs: 11_200, outcome: 'ok' },
  ],
  stats: { cubeCount: 2, generatedFileCount: 2, macros: 512, models: 3, sources: 9 },
  commitHash: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2',
  files: ['model/cubes/dbt/dbt_orders.yml', 'model/cubes/dbt/dbt_users.yml'],
}

export const failedOutcome: GivenOutcome = {
  status: 'FAILED',
  completedAt: '2026-11-16T12:00:02.000Z',
  durationMs: 1950,
  errorMessage: 'models/orders.sql, line 3: "ref" of a model that is not there.',
  failedPhase: 'dbt_parse',
  lastStage: 'COMPILING_DBT',
  phases: [
    { phase: 'repo_clone', startedOffsetMs: 120, durationMs: 900, outcome: 'ok' },
    { phase: 'dbt_parse', startedOffsetMs: 1030, durationMs: 920, outcome: 'failed' },
  ],
  problem: { code: 'dbt_parse_failed', phase: 'dbt_parse', file: 'models/orders.sql', line: 3, dbtSaid: 'Compilation Error' },
}

/** A launch without its request: also where the server runs no long work. */
export const givenLaunch = async (server: TestServer, { tenantId, deploymentId }: Actor): Promise<string> => {
  const [row] = await server.query<{ id: string }>(
    `insert into dbt_syncs (tenant_id, deployment_id, trigger, branch_name, author, started_at) values ($1, $2, 'api', 'review', '{}', now())
     returning id::text`,
    [tenantId, deploymentId],
  )
  return row?.id ?? ''
}

/** What a run keeps in the store. */
export const givenSyncObject = async (
  server: TestServer,
  { tenantId, deploymentId }: Actor,
  syncJobId: string,
  kind: SyncObjectKind,
  content: string,
): Promise<void> => {
  const sync = { tenantId, deploymentId, syncId: Number(syncJobId) }
  const { pool, unreferencedObjects } = server.services()
  const object = await storeSyncObject(unreferencedObjects, sync, kind, Buffer.from(content), new AbortController().signal)
  await inTransaction(pool, tenantId, 'read write', (db) => referToObject(db, sync, kind, object))
}
