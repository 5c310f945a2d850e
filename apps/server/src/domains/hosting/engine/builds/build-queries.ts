import { type Db, sql } from '#db'
import type { Artifact, BuildId, BuildReport, ModelProblem } from './types.ts'

export const open = ['queued', 'building', 'warmup'] as const

/** By all that a workflow carries: one from before a restore may name an id that another deployment was given since. */
export const one = ({ tenantId, deploymentId, environmentId, buildId }: BuildId) => ({
  tenant_id: tenantId,
  deployment_id: deploymentId,
  environment_id: environmentId,
  id: buildId,
})

export const now = sql<Date>`now()`

/** Says that it is alive. False where it has its outcome, or is gone: then nobody waits for it. */
export const touchBuild = async (db: Db, build: BuildId): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('builds')
    .set({ updated_at: now })
    .where((where) => where.and(one(build)))
    .where('status', 'in', open)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What keeps an attempt from its outcome. A later one may get there. */
export const noteDelay = async (db: Db, build: BuildId, text: string): Promise<void> => {
  await db
    .updateTable('builds')
    .set({ error_text: text, updated_at: now })
    .where((where) => where.and(one(build)))
    .where('status', 'in', open)
    .execute()
}

export type BuildContent = { branch: string; commit: string; filesHash: string; contentHash: string; engineVersion: string }

export const recordContent = async (db: Db, build: BuildId, content: BuildContent): Promise<void> => {
  await db
    .updateTable('builds')
    .set({
      branch_name: content.branch,
      commit_hash: content.commit,
      files_hash: content.filesHash,
      content_hash: content.contentHash,
      engine_version: content.engineVersion,
      updated_at: now,
    })
    .where((where) => where.and(one(build)))
    .where('status', 'in', open)
    .execute()
}

export type EqualBuild = { id: number; artifact: Artifact; report: BuildReport; members: string[] | null }

/** The newest build of the environment that was made of the same. One from before members were kept is made again, to have them. */
export const findEqualBuild = async (db: Db, build: BuildId, contentHash: string): Promise<EqualBuild | undefined> => {
  const row = await db
    .selectFrom('builds')
    .select(['id', 'artifact_key', 'artifact_sha256', 'artifact_bytes', 'report', 'members'])
    .where('tenant_id', '=', build.tenantId)
    .where('environment_id', '=', build.environmentId)
    .where('content_hash', '=', contentHash)
    .where('status', '=', 'built')
    .where('members', 'is not', null)
    .where('id', '<>', build.buildId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.artifact_key || !row.artifact_sha256 || !row.report) return undefined
  return {
    id: row.id,
    artifact: { key: row.artifact_key, sha256: row.artifact_sha256, bytes: row.artifact_bytes ?? 0 },
    report: row.report as unknown as BuildReport,
    members: row.members as unknown as string[] | null,
  }
}

/** Keeps what is to be served. False where the build has its outcome by now, or another attempt was quicker. */
export const recordArtifact = async (
  db: Db,
  build: BuildId,
  { artifact, report, members }: { artifact: Artifact; report: BuildReport; members: string[] | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('builds')
    .set({
      status: 'warmup',
      artifact_key: artifact.key,
      artifact_sha256: artifact.sha256,
      artifact_bytes: artifact.bytes,
      report: JSON.stringify(report),
      members: JSON.stringify(members),
      updated_at: now,
    })
    .where((where) => where.and(one(build)))
    .where('status', 'in', open)
    .where('artifact_key', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The outcome of a build that comes to nothing. What has an outcome keeps it. */
export const endBuild = async (
  db: Db,
  build: BuildId,
  status: 'failed' | 'cancelled',
  { text, problems = [], report = null }: { text: string; problems?: readonly ModelProblem[]; report?: BuildReport | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('builds')
    .set({
      status,
      error_text: text,
      errors: JSON.stringify(problems),
      ...(report ? { report: JSON.stringify(report) } : {}),
      finished_at: now,
      updated_at: now,
    })
    .where((where) => where.and(one(build)))
    .where('status', 'in', open)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Holds the environment until the transaction ends, and gives what it serves: who moves it, or goes by what it serves, does so after this. */
export const holdServed = async (db: Db, build: Pick<BuildId, 'tenantId' | 'environmentId'>): Promise<number | null> => {
  const held = await db
    .selectFrom('environments')
    .select('build_id')
    .where('tenant_id', '=', build.tenantId)
    .where('id', '=', build.environmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held?.build_id ?? null
}

/**
 * The build is done, and is served if nothing newer is: what is served only moves forward. Its environment is held meanwhile, so that of two
 * that are done at once the newer one stays. False where the build has its outcome already.
 */
export const activate = async (db: Db, build: BuildId, { isServedAlready = false } = {}): Promise<boolean> => {
  await holdServed(db, build)
  const { numUpdatedRows } = await db
    .updateTable('builds')
    .set({ status: 'built', error_text: null, finished_at: now, updated_at: now })
    .where((where) => where.and(one(build)))
    .where('status', 'in', open)
    .where('artifact_key', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return false
  if (!isServedAlready) await serve(db, build)
  return true
}

const serve = async (db: Db, { tenantId, environmentId, buildId }: BuildId): Promise<void> => {
  await sql`
    with moved as (
      update environments set build_id = ${buildId}
      where tenant_id = ${tenantId} and id = ${environmentId} and (build_id is null or build_id < ${buildId})
        and not exists (
          select from builds b where b.tenant_id = ${tenantId} and b.environment_id = ${environmentId} and b.id > ${buildId} and b.status = 'built')
      returning deployment_id
    )
    select pg_notify('facet_engines', json_build_object('tenantId', ${tenantId}::bigint, 'deploymentId', deployment_id,
      'environmentId', ${environmentId}::bigint, 'buildId', ${buildId}::bigint)::text) from moved`.execute(db)
}

/**
 * Older ones of the environment that have no outcome come to nothing; gives those whose workflow runs. The environment must be held, and the
 * build must read what it is made of after this: an older one that is committed later has a change which the build has not seen.
 */
export const supersedeOlder = async (db: Db, build: BuildId): Promise<BuildId[]> => {
  const rows = await db
    .updateTable('builds')
    .set({ status: 'cancelled', error_text: `Build ${build.buildId} is newer and took its place.`, finished_at: now, updated_at: now })
    .where('tenant_id', '=', build.tenantId)
    .where('environment_id', '=', build.environmentId)
    .where('id', '<', build.buildId)
    .where('status', 'in', open)
    .returning(['id', 'workflow_started_at', 'started_at'])
    .execute()
  return rows.filter((row) => row.workflow_started_at !== null || row.started_at !== null).map(({ id }) => ({ ...build, buildId: id }))
}

/** That its workflow was started; null takes it back, and it is started anew. Whether it waits still to be begun. */
export const recordWorkflow = async (db: Db, build: BuildId, startedAt: 'now' | null): Promise<boolean> => {
  const recorded = await db
    .updateTable('builds')
    .set({ workflow_started_at: startedAt === null ? null : now, ...(startedAt === null ? { status: 'queued' } : {}) })
    .where((where) => where.and(one(build)))
    .where('status', 'in', open)
    .returning('started_at')
    .executeTakeFirst()
  return recorded?.started_at === null
}
