import type { ContentItemHead } from '@facet/contract'
import type { Db } from '#db'
import { describeItems, itemType } from './describe-items.ts'
import type { Level } from './levels.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

export type ItemHead = ContentItemHead & { allowEmbed: boolean }

/** What lists of reports and workbooks say of each, whatever they are lists of. `allowEmbed` is of a published dashboard. */
export const findItemHeads = async (
  db: Db,
  workspace: WorkspaceAccess,
  found: readonly { id: number; level: Level }[],
): Promise<Map<number, ItemHead>> => {
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const items = await describeItems(db, workspace, found)
  const reports = await db
    .selectFrom('content_reports')
    .select(['id', 'public_id'])
    .where('tenant_id', '=', workspace.tenantId)
    .where('id', 'in', ids)
    .execute()
  const dashboards = await db
    .selectFrom('dashboards')
    .select(['workbook_id as id', 'public_id', 'allow_embed', 'status'])
    .where('tenant_id', '=', workspace.tenantId)
    .where('workbook_id', 'in', ids)
    .execute()
  const publicIds = new Map([...reports, ...dashboards].map(({ id, public_id: publicId }) => [id, publicId]))
  const embedded = new Set(dashboards.filter((row) => row.allow_embed && row.status === 'published').map(({ id }) => id))
  return new Map(
    [...items].map(([id, { row, personOf }]) => [
      id,
      {
        type: itemType(row.kind),
        id,
        name: row.name,
        publicId: publicIds.get(id) ?? null,
        workbookId: row.workbook_id,
        owner: personOf(row.owner_id),
        allowEmbed: embedded.has(id),
      },
    ]),
  )
}
