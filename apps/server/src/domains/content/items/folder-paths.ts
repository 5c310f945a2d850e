import { type Db, sql } from '#db'
import type { WorkspaceAccess } from './workspace-access.ts'

export type FolderPathEntry = { id: number; name: string }

type PathRow = FolderPathEntry & { item_id: number }

/** The folders that contain each of these items, from the root down, in one statement; none at the root. A report of a workbook lies where that does. */
export const findFolderPaths = async (
  db: Db,
  { tenantId }: Pick<WorkspaceAccess, 'tenantId'>,
  itemIds: readonly number[],
): Promise<Map<number, FolderPathEntry[]>> => {
  const { rows } = await sql<PathRow>`
    with recursive step as (
      select i.id as item_id, 0 as distance, i.id, i.kind, i.name, i.parent_id from content_items i
      where i.tenant_id = ${tenantId} and i.id = any(${itemIds}::bigint[])
      union all
      select s.item_id, s.distance + 1, i.id, i.kind, i.name, i.parent_id
      from step s join content_items i on i.tenant_id = ${tenantId} and i.id = s.parent_id
    )
    select s.item_id, s.id, s.name from step s where s.distance > 0 and s.kind = 'folder' order by s.item_id, s.distance desc`.execute(db)
  const byItem = Map.groupBy(rows, (row) => row.item_id)
  return new Map(itemIds.map((id) => [id, (byItem.get(id) ?? []).map(({ id: folderId, name }) => ({ id: folderId, name }))]))
}
