import type { Environment } from '@facet/contract'
import { type DeploymentAccess, deploymentNotFound } from '#access'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'

type Type = Environment['type']

const ofDeployment = (db: Db, access: DeploymentAccess, type: Type | null) =>
  db
    .selectFrom('environments')
    .where('tenant_id', '=', access.tenantId)
    .where('deployment_id', '=', access.deploymentId)
    .$if(type !== null, (query) => query.where('type', '=', type as Type))

const listed = (db: Db, access: DeploymentAccess, type: Type | null) =>
  ofDeployment(db, access, type).select(['id', 'type', 'branch_id']).orderBy('id')

export const listEnvironmentsAfter = (db: Db, access: DeploymentAccess, type: Type | null, afterId: number | null, limit: number) =>
  listed(db, access, type)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .limit(limit)
    .execute()

export const listEnvironmentsAt = (db: Db, access: DeploymentAccess, type: Type | null, offset: number, limit: number) =>
  listed(db, access, type).offset(offset).limit(limit).execute()

export type EnvironmentRow = Awaited<ReturnType<typeof listEnvironmentsAt>>[number]

/** Counts no further than the cap. */
export const countEnvironments = async (db: Db, access: DeploymentAccess, type: Type | null, cap: number): Promise<number> => {
  const { count } = await db
    .selectFrom(ofDeployment(db, access, type).select('id').limit(cap).as('few'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const getServed = (db: Db, access: DeploymentAccess) =>
  db
    .selectFrom('deployments')
    .select(['slug', 'deploy_branch_name'])
    .where('tenant_id', '=', access.tenantId)
    .where('id', '=', access.deploymentId)
    .executeTakeFirstOrThrow(() => deploymentNotFound(access.deploymentId))

/** The environment of that id in the deployment the caller has access to. */
export const requireEnvironment = async (db: Db, access: DeploymentAccess, environmentId: number): Promise<{ id: number }> => {
  const found = await ofDeployment(db, access, null).select('id').where('id', '=', environmentId).executeTakeFirst()
  if (found) return found
  throw new Failure(
    'environment_not_found',
    `Deployment ${access.deploymentId} has no environment ${environmentId}. The environments list shows those there are.`,
  )
}
