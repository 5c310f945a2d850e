import { type DeploymentAccess, deploymentNotFound } from '#access'
import type { Touched } from '#kernel/audit'
import { branchExpiry, type RepositoryId } from '#engine/modeling'
import { brokenConstraint, type Db, sql } from '#db'
import { Failure } from '#kernel/failure'

const one = ({ tenantId, deploymentId }: RepositoryId) => ({ tenant_id: tenantId, deployment_id: deploymentId })

/** What the deployment says about its data model. */
export const getModelSettings = async (db: Db, access: DeploymentAccess) => {
  const row = await db
    .selectFrom('deployments')
    .select([
      'name',
      'deploy_branch_name',
      'deploy_branch_read_only',
      'deploy_branch_merge_allowed',
      'deploy_mode',
      'deploy_project_root',
      'widening_merges',
      'breaking_merges',
      'model_code_edits',
    ])
    .where('tenant_id', '=', access.tenantId)
    .where('id', '=', access.deploymentId)
    // Read again after git or the object store was waited for, and deleted meanwhile.
    .executeTakeFirstOrThrow(() => deploymentNotFound(access.deploymentId))
  return {
    deploymentName: row.name,
    deployBranch: row.deploy_branch_name,
    isDeployBranchReadOnly: row.deploy_branch_read_only,
    isMergeAllowed: row.deploy_branch_merge_allowed,
    isDeployedByUpload: row.deploy_mode === 'cli',
    projectRoot: row.deploy_project_root,
    mustAcknowledgeWidening: row.widening_merges === 'acknowledge',
    mustAcknowledgeBreaking: row.breaking_merges === 'acknowledge',
    isCodeForSecretManagers: row.model_code_edits === 'secrets',
  }
}
export type ModelSettings = Awaited<ReturnType<typeof getModelSettings>>

const branches = (db: Db, access: DeploymentAccess) =>
  db
    .selectFrom('branches as b')
    .leftJoin('branches as p', (join) =>
      join.onRef('p.tenant_id', '=', 'b.tenant_id').onRef('p.deployment_id', '=', 'b.deployment_id').onRef('p.id', '=', 'b.parent_id'),
    )
    .select(['b.id', 'b.name', 'b.kind', 'b.parent_id', 'p.name as parent_name', 'b.principal_id', 'b.is_staging', 'b.expires_at'])
    .select(sql<boolean>`coalesce(b.expires_at < now(), false)`.as('is_expired'))
    .where('b.tenant_id', '=', access.tenantId)
    .where('b.deployment_id', '=', access.deploymentId)

export const findBranchByName = (db: Db, access: DeploymentAccess, name: string) =>
  branches(db, access).where('b.name', '=', name).executeTakeFirst()
export type BranchRow = NonNullable<Awaited<ReturnType<typeof findBranchByName>>>

export const findDeployBranch = async (db: Db, access: DeploymentAccess) =>
  findBranchByName(db, access, (await getModelSettings(db, access)).deployBranch)

/** Those of the named ones that are there for all; null stands for the deploy branch. */
export const listSharedBranches = async (db: Db, access: DeploymentAccess, names: readonly string[] | null) => {
  const wanted = names ?? [(await getModelSettings(db, access)).deployBranch]
  const rows = await branches(db, access)
    .where('b.kind', '=', 'shared')
    .where('b.name', 'in', [...wanted])
    .execute()
  return rows.filter((row) => !row.is_expired).map(({ id, name }) => ({ id, name }))
}

/** Which of these branches may be pulled now, each once in so many seconds; whoever asks next is told no. */
export const claimPulls = async (db: Db, access: DeploymentAccess, ids: readonly number[], everySeconds: number): Promise<number[]> => {
  const rows = await db
    .updateTable('branches')
    .set({ pulled_at: sql<Date>`now()` })
    .where((where) => where.and(one(access)))
    .where('id', 'in', [...ids])
    .where(sql<boolean>`coalesce(pulled_at < now() - make_interval(secs => ${everySeconds}), true)`)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const findBranchById = (db: Db, access: DeploymentAccess, id: number) =>
  branches(db, access).where('b.id', '=', id).executeTakeFirst()

/** The branch the credential is on, if it is on one. */
export const findActiveBranch = (db: Db, access: DeploymentAccess) =>
  branches(db, access)
    .innerJoin('dev_modes as m', (join) =>
      join.onRef('m.tenant_id', '=', 'b.tenant_id').onRef('m.deployment_id', '=', 'b.deployment_id').onRef('m.branch_id', '=', 'b.id'),
    )
    .where('m.credential_id', '=', access.caller.credentialId)
    .executeTakeFirst()

/** Shared branches, and the personal ones of the caller. */
export const listBranchesAfter = (db: Db, access: DeploymentAccess, afterName: string | null, limit: number) =>
  branches(db, access)
    .where((where) => where.or([where('b.kind', '=', 'shared'), where('b.principal_id', '=', access.caller.principalId)]))
    .where((where) => where.or([where('b.expires_at', 'is', null), where('b.expires_at', '>', sql<Date>`now()`)]))
    .$if(afterName !== null, (query) => query.where('b.name', '>', afterName))
    .orderBy('b.name')
    .limit(limit)
    .execute()

/** The caller's fork of this parent that entering dev mode finds again. */
export const findFork = (db: Db, access: DeploymentAccess, parentId: number) =>
  branches(db, access)
    .where('b.kind', '=', 'dev')
    .where('b.is_own_fork', '=', false)
    .where('b.principal_id', '=', access.caller.principalId)
    .where('b.parent_id', '=', parentId)
    .executeTakeFirst()

export const setBranchExpiry = (db: Db, access: DeploymentAccess, id: number, seconds: number | null) =>
  db
    .updateTable('branches')
    .set({ expires_at: branchExpiry(seconds) })
    .where((where) => where.and({ ...one(access), id }))
    .execute()

/** Branches made from it get its parent as theirs. A fork that would then be the second of its parent stands alone from now on. */
export const removeBranchRow = async (
  db: Db,
  repositoryId: RepositoryId,
  branch: { id: number; parentId: number | null },
): Promise<void> => {
  await sql`
    update branches b set parent_id = ${branch.parentId}, is_own_fork = b.is_own_fork or (b.kind = 'dev' and exists (
      select from branches o where o.tenant_id = b.tenant_id and o.deployment_id = b.deployment_id and o.kind = 'dev' and not o.is_own_fork
        and o.principal_id = b.principal_id and o.parent_id = ${branch.parentId}))
    where b.tenant_id = ${repositoryId.tenantId} and b.deployment_id = ${repositoryId.deploymentId} and b.parent_id = ${branch.id}`.execute(
    db,
  )
  await db
    .deleteFrom('branches')
    .where((where) => where.and({ ...one(repositoryId), id: branch.id }))
    .execute()
}

/** A branch can go between the look at it and the row that refers to it. */
export const orBranchRemoved = async <T>(query: Promise<T>): Promise<T> => {
  try {
    return await query
  } catch (error) {
    if (brokenConstraint(error)?.endsWith('_branch_id_fkey'))
      throw new Failure('branch_not_found', 'The branch was just removed. The branches list shows those there are.')
    throw error
  }
}

export const enterBranch = (db: Db, access: DeploymentAccess, branchId: number) =>
  orBranchRemoved(
    db
      .insertInto('dev_modes')
      .values({ ...one(access), credential_id: access.caller.credentialId, branch_id: branchId })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'deployment_id', 'credential_id'])
          .doUpdateSet({ branch_id: branchId, entered_at: sql<Date>`now()` }),
      )
      .execute(),
  )

/** The branch that was left, if the credential was on one. */
export const leaveBranch = async (db: Db, access: DeploymentAccess): Promise<Touched<'branch'>[]> => {
  const { rows } = await sql<{ name: string }>`
    delete from dev_modes m using branches b
    where m.tenant_id = ${access.tenantId} and m.deployment_id = ${access.deploymentId} and m.credential_id = ${access.caller.credentialId}
      and b.tenant_id = m.tenant_id and b.deployment_id = m.deployment_id and b.id = m.branch_id
    returning b.name`.execute(db)
  return rows.map(({ name }) => ({ kind: 'branch', id: name, did: 'left' }))
}
