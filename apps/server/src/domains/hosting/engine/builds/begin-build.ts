import { type Db, sql } from '#db'
import { endBuild, holdServed, now, one, open, supersedeOlder } from './build-queries.ts'
import type { BuildId } from './types.ts'

export type BuildPlan = {
  branch: string
  projectRoot: string | null
  deployMode: string | null
  engineVersion: string
  lastCommit: string | null
  embedWithoutPolicy: string
  /** Stored by an earlier attempt. */
  hasArtifact: boolean
}

const findNewerBegun = async (db: Db, build: BuildId): Promise<number | undefined> => {
  const newer = await db
    .selectFrom('builds')
    .select('id')
    .where('tenant_id', '=', build.tenantId)
    .where('environment_id', '=', build.environmentId)
    .where('id', '>', build.buildId)
    .where('started_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return newer?.id
}

/**
 * A change takes its number before it is committed, so one with a higher number may have been read without it. It is asked for anew: numbers are
 * then in the order of reading, and the highest that is built has everything.
 */
const askAnew = async (db: Db, build: BuildId, newer: number): Promise<void> => {
  const { rows } = await sql<{ id: number | null }>`
    select facet_request_build(tenant_id, deployment_id, reason, request_id) as id from builds
    where tenant_id = ${build.tenantId} and id = ${build.buildId}`.execute(db)
  const text = `Build ${newer} was begun before this change was there; build ${rows[0]?.id ?? ''} takes its place.`
  await endBuild(db, build, 'cancelled', { text })
}

const readPlan = async (db: Db, build: BuildId): Promise<Omit<BuildPlan, 'hasArtifact'> | undefined> => {
  const deployment = await db
    .selectFrom('deployments')
    .select(['deploy_branch_name', 'deploy_project_root', 'deploy_mode', 'release_channel_version', 'embed_without_policy'])
    .where('tenant_id', '=', build.tenantId)
    .where('id', '=', build.deploymentId)
    .executeTakeFirst()
  if (!deployment) return undefined
  const last = await db
    .selectFrom('builds')
    .select('commit_hash')
    .where('tenant_id', '=', build.tenantId)
    .where('environment_id', '=', build.environmentId)
    .where('status', '=', 'built')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    branch: deployment.deploy_branch_name,
    projectRoot: deployment.deploy_project_root,
    deployMode: deployment.deploy_mode,
    engineVersion: deployment.release_channel_version,
    lastCommit: last?.commit_hash ?? null,
    embedWithoutPolicy: deployment.embed_without_policy,
  }
}

/**
 * What is to be built, as it is now; marks the build as begun, and older ones that are here by now come to nothing. Nothing where it has its
 * outcome already, is gone, or was asked for anew.
 */
export const beginBuild = async (db: Db, build: BuildId): Promise<BuildPlan | undefined> => {
  await holdServed(db, build)
  const begun = await db
    .updateTable('builds')
    .set({
      status: sql<string>`case when artifact_key is null then 'building' else status end`,
      started_at: sql<Date>`coalesce(started_at, now())`,
      updated_at: now,
    })
    .where((where) => where.and(one(build)))
    .where('status', 'in', open)
    .returning(['artifact_key'])
    .executeTakeFirst()
  if (!begun) return undefined
  const hasArtifact = begun.artifact_key !== null
  if (!hasArtifact) {
    const newer = await findNewerBegun(db, build)
    if (newer !== undefined) {
      await askAnew(db, build, newer)
      return undefined
    }
    await supersedeOlder(db, build)
  }
  const plan = await readPlan(db, build)
  return plan && { ...plan, hasArtifact }
}
