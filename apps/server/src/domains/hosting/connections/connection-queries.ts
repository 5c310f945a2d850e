import { type DeploymentAccess, deploymentNotFound } from '#access'
import type { Db } from '#db'

export const getEngineVersion = async (db: Db, { tenantId, deploymentId }: DeploymentAccess): Promise<string> => {
  const { release_channel_version: version } = await db
    .selectFrom('deployments')
    .select('release_channel_version')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow(() => deploymentNotFound(deploymentId))
  return version
}
