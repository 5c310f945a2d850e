import { type Db, sql } from '#db'
import { consoleWorkspace, type WorkspaceAccess } from '#domains/content/items'

/** The groups that each of these people is in, as the workspace knows people: users of the console, or those of an embed tenant. */
export const findGroupsOf = async (
  db: Db,
  { tenantId, embedTenantId }: WorkspaceAccess,
  personIds: readonly number[],
): Promise<Map<number, number[]>> => {
  if (personIds.length === 0) return new Map()
  const { rows } =
    embedTenantId === consoleWorkspace
      ? await sql<{ id: number; groups: number[] }>`select user_id as id, array_agg(group_id) as groups from user_group_members
          where tenant_id = ${tenantId} and user_id = any(${personIds}::bigint[]) group by user_id`.execute(db)
      : await sql<{
          id: number
          groups: number[]
        }>`select id, group_ids || embed_group_ids || tenant_group_ids as groups from external_users
          where tenant_id = ${tenantId} and embed_tenant_id = ${embedTenantId} and id = any(${personIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, groups }) => [id, groups]))
}
