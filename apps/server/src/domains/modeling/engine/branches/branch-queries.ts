import { brokenConstraint, type Db, sql } from '#db'
import { Failure } from '#kernel/failure'
import type { RepositoryId } from '../repositories/index.ts'

const one = ({ tenantId, deploymentId }: RepositoryId) => ({ tenant_id: tenantId, deployment_id: deploymentId })

export type NewBranch = {
  name: string
  kind: 'shared' | 'dev'
  parentId: number | null
  principalId: number | null
  isStandalone: boolean
  expiresInSeconds: number | null
}

export const branchExpiry = (seconds: number | null) => (seconds === null ? null : sql<Date>`now() + make_interval(secs => ${seconds})`)

export const insertBranch = async (db: Db, repositoryId: RepositoryId, branch: NewBranch): Promise<number> => {
  try {
    const { id } = await db
      .insertInto('branches')
      .values({
        ...one(repositoryId),
        name: branch.name,
        kind: branch.kind,
        parent_id: branch.parentId,
        principal_id: branch.principalId,
        is_own_fork: branch.isStandalone,
        expires_at: branchExpiry(branch.expiresInSeconds),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (brokenConstraint(error) === 'branches_name_key') throw nameTaken(branch.name)
    throw error
  }
}

export const nameTaken = (taken: string, name = taken): Failure =>
  new Failure(
    'branch_name_taken',
    taken === name
      ? `A branch called "${name}" already exists in this deployment. Choose another name.`
      : `"${name}" conflicts with the branch "${taken}": git would need one of them as a folder of the other. Choose another name.`,
  )

export const countBranches = async (db: Db, repositoryId: RepositoryId): Promise<number> => {
  const { count } = await db
    .selectFrom('branches')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where((where) => where.and(one(repositoryId)))
    .executeTakeFirstOrThrow()
  return count
}
