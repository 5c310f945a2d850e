import type { RepositoryId } from '#engine/modeling'
import { type Db, sql } from '#db'

/** The deploy branch has no time to live, whatever it was given when it was an ordinary one. Says whether it is this one. */
export const keepDeployBranch = async (db: Db, repositoryId: RepositoryId, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('branches as b')
    .from('deployments as d')
    .set({ expires_at: null })
    .whereRef('d.tenant_id', '=', 'b.tenant_id')
    .whereRef('d.id', '=', 'b.deployment_id')
    .whereRef('d.deploy_branch_name', '=', 'b.name')
    .where('b.tenant_id', '=', repositoryId.tenantId)
    .where('b.deployment_id', '=', repositoryId.deploymentId)
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Asked in the transaction that removes it: its owner may have come back meanwhile and given it more time. */
export const requireExpired = async (db: Db, repositoryId: RepositoryId, id: number): Promise<{ id: number; parentId: number | null }> => {
  const row = await db
    .selectFrom('branches')
    .select(['parent_id'])
    .where('tenant_id', '=', repositoryId.tenantId)
    .where('deployment_id', '=', repositoryId.deploymentId)
    .where('id', '=', id)
    .where('expires_at', '<', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Error(`The branch ${id} has not expired any more.`)
  return { id, parentId: row.parent_id }
}
