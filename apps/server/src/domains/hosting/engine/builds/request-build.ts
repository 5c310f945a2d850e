import { type Db, sql } from '#db'

/** Why a build is asked for. That the head of a deploy branch moved is seen by the database itself. */
export type BuildReason =
  | 'deployment_created'
  | 'upload_finished'
  | 'variables_changed'
  | 'version_changed'
  | 'settings_changed'
  | 'artifact_lost'
  | 'requested'

type Requested = { reason: BuildReason; requestId?: string }

/**
 * Asks for a build of the production environment, in the transaction of the change it follows: it comes with that change, or not at all.
 * Gives its id; null where the deployment is gone.
 */
export const requestBuild = async (
  db: Db,
  { tenantId, deploymentId }: { tenantId: number; deploymentId: number },
  { reason, requestId }: Requested,
): Promise<number | null> => {
  const { rows } = await sql<{ id: number | null }>`
    select facet_request_build(${tenantId}, ${deploymentId}, ${reason}, ${requestId ?? null}) as id`.execute(db)
  return rows[0]?.id ?? null
}

type Environment = { tenantId: number; deploymentId: number; environmentId: number }

type LastBuild = { status: string; isRecent: boolean }

/** The newest build of an environment, which is held until the transaction ends: of many who find out at once, one asks for a build. */
const holdLastBuild = async (
  db: Db,
  { tenantId, deploymentId, environmentId }: Environment,
): Promise<LastBuild | 'none' | 'no environment'> => {
  const held = await db
    .selectFrom('environments')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', environmentId)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return 'no environment'
  const last = await db
    .selectFrom('builds')
    .select(['status', sql<boolean>`created_at > now() - interval '1 minute'`.as('is_recent')])
    .where('tenant_id', '=', tenantId)
    .where('environment_id', '=', environmentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { status: last.status, isRecent: last.is_recent } : 'none'
}

const isOpen = ({ status }: LastBuild): boolean => ['queued', 'building', 'warmup'].includes(status)

/** The artifact of what is served is gone from the store. One build is enough, and where it fails, one a minute. */
export const requestLostArtifact = async (db: Db, lost: Environment): Promise<void> => {
  const last = await holdLastBuild(db, lost)
  if (last === 'no environment' || (last !== 'none' && (isOpen(last) || (last.isRecent && last.status !== 'built')))) return
  await requestBuild(db, lost, { reason: 'artifact_lost' })
}

/** Nothing is served, and nothing was ever to be built: the deployment is older than builds are. What failed is not tried again. */
export const requestFirstBuild = async (db: Db, environment: Environment): Promise<void> => {
  if ((await holdLastBuild(db, environment)) === 'none') await requestBuild(db, environment, { reason: 'requested' })
}
