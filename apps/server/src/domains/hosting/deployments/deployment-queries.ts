import type { CreationStep } from '@facet/contract'
import type { Insertable, Updateable } from 'kysely'
import { type DeploymentAccess, deploymentNotFound, type DeploymentsAccess, type TenantAccess } from '#access'
import { brokenConstraint, type Database, type Db, sql } from '#db'
import { Failure } from '#kernel/failure'

const summary = ['id', 'name', 'slug', 'creation_step'] as const

export const settingsColumns = [
  ...summary,
  'creation_method',
  'cloud_provider',
  'region',
  'target_platform',
  'is_managed',
  'deploy_mode',
  'deploy_branch_name',
  'deploy_branch_read_only',
  'deploy_branch_merge_allowed',
  'deploy_project_root',
  'custom_domain',
  'template',
  'template_variables',
  'release_channel',
  'release_channel_version',
  'release_channel_version_hold',
  'launchpad_tabs',
  'default_launchpad_view_group',
  'csps_config',
  'widening_merges',
  'breaking_merges',
  'model_code_edits',
  'embed_without_policy',
] as const

export type NewDeployment = Omit<Insertable<Database['deployments']>, 'tenant_id' | 'id'>
export type DeploymentChange = Updateable<Database['deployments']>

export const nameTaken = (name: string): Failure =>
  new Failure(
    'deployment_name_taken',
    `A deployment called "${name}" already exists. Names are unique in a tenant, case ignored; choose another.`,
  )

const explained = (error: unknown, values: { name?: string | undefined; domain?: string | null | undefined }): unknown => {
  const constraint = brokenConstraint(error)
  if (constraint === 'deployments_name_key') return nameTaken(values.name ?? '')
  if (constraint === 'deployments_custom_domain_key') return domainTaken(values.domain ?? '', error)
  return error
}

// Says nothing about whose it is: that would tell one customer of another.
const domainTaken = (domain: string, cause: unknown): Failure =>
  new Failure(
    'custom_domain_taken',
    `The domain "${domain}" is in use here, or lies below a name that is. Choose another; if it is yours, the operator of this installation can free it.`,
    { cause },
  )

const accessible = (db: Db, access: DeploymentsAccess, steps: CreationStep[] | null) => {
  const all = db.selectFrom('deployments').where('tenant_id', '=', access.tenantId)
  const mine = access.deploymentIds === null ? all : all.where('id', '=', sql<number>`any(${access.deploymentIds}::bigint[])`)
  return steps === null ? mine : mine.where('creation_step', 'in', steps)
}

export const listDeploymentsAfter = (
  db: Db,
  access: DeploymentsAccess,
  steps: CreationStep[] | null,
  afterId: number | null,
  limit: number,
) =>
  accessible(db, access, steps)
    .select(summary)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(limit)
    .execute()

export const listDeploymentsAt = (db: Db, access: DeploymentsAccess, steps: CreationStep[] | null, offset: number, limit: number) =>
  accessible(db, access, steps).select(summary).orderBy('id').offset(offset).limit(limit).execute()

/** Counts no further than the cap: an exact count of a large list costs a scan of all of it. */
export const countDeployments = async (db: Db, access: DeploymentsAccess, steps: CreationStep[] | null, cap: number): Promise<number> => {
  const few = accessible(db, access, steps).select('id').limit(cap)
  const { count } = await db
    .selectFrom(few.as('few'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const one = (access: DeploymentAccess) => ({ tenant_id: access.tenantId, id: access.deploymentId })

export const getDeploymentRow = (db: Db, access: DeploymentAccess) =>
  db
    .selectFrom('deployments')
    .select(settingsColumns)
    .where((where) => where.and(one(access)))
    .executeTakeFirstOrThrow(() => deploymentNotFound(access.deploymentId))
export type DeploymentRow = Awaited<ReturnType<typeof getDeploymentRow>>

export const insertDeployment = async (db: Db, access: TenantAccess, values: NewDeployment) => {
  try {
    return await db
      .insertInto('deployments')
      .values({ ...values, tenant_id: access.tenantId })
      .returning(summary)
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw explained(error, { name: values.name })
  }
}

export const updateDeploymentRow = async (
  db: Db,
  access: DeploymentAccess,
  change: DeploymentChange,
  variables: Record<string, unknown>,
): Promise<DeploymentRow> => {
  try {
    return await db
      .updateTable('deployments')
      .set({
        ...change,
        template_variables: sql<string>`template_variables || ${JSON.stringify(variables)}::jsonb`,
        updated_at: sql<Date>`now()`,
      })
      .where((where) => where.and(one(access)))
      .returning(settingsColumns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw explained(error, { name: change.name, domain: change.custom_domain })
  }
}

export const setCreationStep = (db: Db, access: DeploymentAccess, step: CreationStep) =>
  db
    .updateTable('deployments')
    .set({ creation_step: step, updated_at: sql<Date>`now()` })
    .where((where) => where.and(one(access)))
    .returning(summary)
    .executeTakeFirstOrThrow()

export const removeDeployment = (db: Db, access: DeploymentAccess) =>
  db
    .deleteFrom('deployments')
    .where((where) => where.and(one(access)))
    .execute()
