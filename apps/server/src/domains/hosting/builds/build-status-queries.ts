import { type DeploymentAccess, deploymentNotFound } from '#access'
import { type Db, sql } from '#db'

export const getDeployBranchName = async (db: Db, { tenantId, deploymentId }: DeploymentAccess): Promise<string> => {
  const { deploy_branch_name: name } = await db
    .selectFrom('deployments')
    .select('deploy_branch_name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow(() => deploymentNotFound(deploymentId))
  return name
}

/** A branch as the caller sees it: a personal one of somebody else is none. */
export type BranchState = { name: string; kind: 'shared' | 'dev' | null; isActive: boolean }

const visible = (db: Db, { tenantId, deploymentId, caller }: DeploymentAccess) =>
  db
    .selectFrom('branches as b')
    .select([
      'b.name',
      'b.kind',
      sql<boolean>`exists (select from dev_modes m where m.tenant_id = b.tenant_id and m.deployment_id = b.deployment_id and m.branch_id = b.id)`.as(
        'isActive',
      ),
    ])
    .where('b.tenant_id', '=', tenantId)
    .where('b.deployment_id', '=', deploymentId)
    .where((where) => where.or([where('b.kind', '=', 'shared'), where('b.principal_id', '=', caller.principalId)]))
    .where((where) => where.or([where('b.expires_at', 'is', null), where('b.expires_at', '>', sql<Date>`now()`)]))

/** The branch of that name; without one, the branch the credential is on, else the deploy branch, which is there before its repository. */
export const findBranchState = async (
  db: Db,
  access: DeploymentAccess,
  named: string | null,
  deployBranch: string,
): Promise<BranchState> => {
  const { caller } = access
  const found = await (named === null
    ? visible(db, access).where(
        sql<boolean>`exists (select from dev_modes m where m.tenant_id = b.tenant_id and m.deployment_id = b.deployment_id and m.branch_id = b.id and m.credential_id = ${caller.credentialId})`,
      )
    : visible(db, access).where('b.name', '=', named)
  ).executeTakeFirst()
  return found ? { ...found, kind: found.kind as 'shared' | 'dev' } : { name: named ?? deployBranch, kind: null, isActive: false }
}

export const findNewestBuild = (db: Db, { tenantId, deploymentId }: DeploymentAccess) =>
  db
    .selectFrom('environments as e')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('builds')
          .select(['id', 'status', 'error_text', 'errors', 'report', 'files_hash', 'commit_hash', 'updated_at'])
          .whereRef('builds.tenant_id', '=', 'e.tenant_id')
          .whereRef('builds.environment_id', '=', 'e.id')
          .orderBy('builds.id', 'desc')
          .limit(1)
          .as('b'),
      (join) => join.onTrue(),
    )
    .select([
      'e.build_id as servedId',
      sql<string[]>`array(
        select distinct p.status from engine_processes p join nodes n on n.id = p.node_id
        where p.tenant_id = e.tenant_id and p.environment_id = e.id and p.build_id = e.build_id and n.seen_at > now() - interval '1 minute')`.as(
        'processes',
      ),
      // Null where a worker runs builds: its absence is one reason more.
      sql<string | null>`(
        select case when count(*) = 0 then 'No process with the role worker is running.'
          when bool_or(n.build_problem is null) then null else min(n.build_problem) end
        from nodes n where 'worker' = any(n.roles) and n.seen_at > now() - interval '1 minute')`.as('buildProblem'),
      'b.id',
      'b.status',
      'b.error_text',
      'b.errors',
      'b.report',
      'b.files_hash',
      'b.commit_hash',
      'b.updated_at',
    ])
    .where('e.tenant_id', '=', tenantId)
    .where('e.deployment_id', '=', deploymentId)
    .where('e.type', '=', 'production')
    .executeTakeFirst()

export type NewestBuild = Awaited<ReturnType<typeof findNewestBuild>>
