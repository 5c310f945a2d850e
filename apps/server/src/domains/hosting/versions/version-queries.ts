import type { DeploymentVersion, ReleaseChannel } from '@facet/contract'
import { type DeploymentAccess, deploymentNotFound, type TenantAccess } from '#access'
import type { Db } from '#db'
import { type Current, type Offered, versionsOf } from './version-rules.ts'

export const recordVersionRun = (db: Db, access: TenantAccess | DeploymentAccess, channel: ReleaseChannel, version: string) =>
  db
    .insertInto('engine_versions_run')
    .values({ tenant_id: access.tenantId, release_channel: channel, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

// A tenant that pins a new version every week for years stays far below this.
const maxListed = 500

export const listVersions = async (db: Db, access: DeploymentAccess, offered: Offered, current: Current): Promise<DeploymentVersion[]> => {
  const runs = await db
    .selectFrom('engine_versions_run')
    .select(['release_channel', 'version'])
    .where('tenant_id', '=', access.tenantId)
    .orderBy('first_run_at', 'desc')
    .limit(maxListed)
    .execute()
  return versionsOf(offered, runs, current)
}

export const getCurrentVersion = (db: Db, access: DeploymentAccess): Promise<Current> =>
  db
    .selectFrom('deployments')
    .select(['release_channel', 'release_channel_version'])
    .where('tenant_id', '=', access.tenantId)
    .where('id', '=', access.deploymentId)
    .executeTakeFirstOrThrow(() => deploymentNotFound(access.deploymentId))
