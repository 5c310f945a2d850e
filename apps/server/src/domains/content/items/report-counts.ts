import { type Db, sql } from '#db'
import { levels } from './levels.ts'
import { countCap, type FoundItem } from './page-queries.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

/**
 * How many reports the caller sees directly in each of these folders, in one statement. In a folder that the caller views that is all of
 * them; in one that only leads somewhere, those that are the caller's or were granted by themselves.
 */
export const countReportsIn = async (
  db: Db,
  { tenantId, identity, caps }: WorkspaceAccess,
  folders: readonly Pick<FoundItem, 'id' | 'level'>[],
): Promise<Map<number, number>> => {
  if (caps.report === levels.none) return new Map()
  const { ownerId, organisationId, granteeIds } = identity
  const grantees = organisationId === null ? granteeIds : [...granteeIds, organisationId]
  const { rows } = await sql<{ id: number; reports: number }>`
    select f.id, (
      select count(*) from (
        select from content_items i
        where i.tenant_id = ${tenantId} and i.parent_id = f.id and i.kind = 'report' and (
          f.is_viewed or i.owner_id = ${ownerId} or (i.has_grants and exists (
            select from content_grants g
            where g.tenant_id = ${tenantId} and g.item_id = i.id and g.grantee_id = any(${grantees}::bigint[]))))
        limit ${sql.lit(countCap)}
      ) few
    ) as reports
    from unnest(${folders.map(({ id }) => id)}::bigint[], ${folders.map(({ level }) => level > levels.none)}::boolean[]) f(id, is_viewed)`.execute(
    db,
  )
  return new Map(rows.map(({ id, reports }) => [id, reports]))
}
