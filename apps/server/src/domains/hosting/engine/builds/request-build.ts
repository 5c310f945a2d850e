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

/** The artifact of what is served is gone from the store. Many engines may find out at once: one build is enough. */
export const requestLostArtifact = async (
  db: Db,
  lost: { tenantId: number; deploymentId: number; environmentId: number },
): Promise<void> => {
  const open = await db
    .selectFrom('builds')
    .select('id')
    .where('tenant_id', '=', lost.tenantId)
    .where('environment_id', '=', lost.environmentId)
    .where('status', 'in', ['queued', 'building', 'warmup'])
    .limit(1)
    .executeTakeFirst()
  if (!open) await requestBuild(db, lost, { reason: 'artifact_lost' })
}
