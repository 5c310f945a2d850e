import { type Db, sql } from '#db'
import type { RepositoryId } from '#engine/modeling'
import { Failure } from '#kernel/failure'

export type DeploymentSettings = { deployBranch: string; projectRoot: string | null; engineVersion: string }

export const readSettings = async (db: Db, { tenantId, deploymentId }: RepositoryId): Promise<DeploymentSettings> => {
  const row = await db
    .selectFrom('deployments')
    .select(['deploy_branch_name', 'deploy_project_root', 'release_channel_version'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', deploymentId)
    .executeTakeFirst()
  if (!row) throw new Failure('deployment_not_found', `Deployment ${deploymentId} was not found. It may have just been deleted.`)
  return { deployBranch: row.deploy_branch_name, projectRoot: row.deploy_project_root, engineVersion: row.release_channel_version }
}

export const findBranch = (db: Db, { tenantId, deploymentId }: RepositoryId, name: string) =>
  db
    .selectFrom('branches')
    .select(['id', 'name', 'kind', 'principal_id'])
    .select(sql<boolean>`coalesce(expires_at < now(), false)`.as('is_expired'))
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('name', '=', name)
    .executeTakeFirst()

export type BranchRow = NonNullable<Awaited<ReturnType<typeof findBranch>>>
