import type { Db } from '#db'
import type { WorkspaceAccess } from '#domains/content/items'

/** The public ids of the reports of each of these workbooks, by the id of the report. */
export const findPublicIds = async (
  db: Db,
  { tenantId }: WorkspaceAccess,
  workbookIds: readonly number[],
): Promise<Map<number, Map<number, string>>> => {
  if (workbookIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('content_items as i')
    .innerJoin('content_reports as r', (join) => join.onRef('r.tenant_id', '=', 'i.tenant_id').onRef('r.id', '=', 'i.id'))
    .select(['i.parent_id', 'i.id', 'r.public_id'])
    .where('i.tenant_id', '=', tenantId)
    .where('i.parent_id', 'in', workbookIds)
    .where('i.kind', '=', 'report')
    .execute()
  const byWorkbook = Map.groupBy(rows, ({ parent_id }) => parent_id ?? 0)
  return new Map([...byWorkbook].map(([id, reports]) => [id, new Map(reports.map((report) => [report.id, report.public_id]))]))
}

/** What the files of these reports and workbooks are called. */
export const findReportKeys = async (db: Db, { tenantId }: WorkspaceAccess, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('content_reports')
    .select(['id', 'public_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, public_id }) => [id, public_id]))
}

export const findWorkbookKeys = async (
  db: Db,
  { tenantId }: WorkspaceAccess,
  ids: readonly number[],
): Promise<Map<number, { slug: string | null; key: string }>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('content_workbooks')
    .select(['id', 'slug', 'file_key'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, slug, file_key: key }) => [id, { slug, key }]))
}
