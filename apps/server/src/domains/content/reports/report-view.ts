import type { Report } from '@facet/contract'
import type { Context } from '#context'
import {
  type DescribedItem,
  describeItems,
  fittingPage,
  type FoundItem,
  type ItemAccess,
  itemNotFound,
  itemView,
  levels,
  nobody,
  type WorkspaceAccess,
} from '#domains/content/items'
import { findPlacements } from './placement-queries.ts'
import type { Placement } from './placement-rules.ts'
import { findReports, findReportSizes, type ReportRow } from './report-queries.ts'

type PivotItems = NonNullable<Report['pivotItems']>
type ReportSource = NonNullable<Report['source']>

const reportView = (item: DescribedItem, document: ReportRow, placements: Placement[]): Report => {
  const { row, level, folderPath, personOf } = item
  const owner = personOf(row.owner_id)
  const refresher = personOf(document.refreshed_by)
  const [newest] = placements
  return {
    ...itemView('report', item),
    publicId: document.public_id,
    title: document.title,
    description: document.description,
    jsonQuery: document.json_query,
    sqlQuery: document.sql_query,
    pivotItems: document.pivot_items as PivotItems | null,
    meta: document.meta,
    source: document.source as ReportSource | null,
    version: document.version,
    workbookId: row.workbook_id,
    folderId: folderPath.at(-1)?.id ?? null,
    userId: owner.id,
    user: owner,
    refreshedBy: refresher === nobody ? null : refresher.id,
    refreshedByUser: refresher,
    canEdit: level >= levels.edit,
    canManage: level >= levels.full,
    externalWorkbookId: newest?.workbookId ?? null,
    resultLocation: newest?.resultLocation ?? null,
    endResultCell: newest?.endResultCell ?? null,
    externalWorkbookPlacements: placements,
  }
}

type Loading = Pick<Context, 'db' | 'holdBytes'>

/** These reports as the caller sees them, in this order: as many, from the first on, as a page has room for. */
export const loadReports = async (
  { db, holdBytes }: Loading,
  workspace: WorkspaceAccess,
  found: readonly Pick<FoundItem, 'id' | 'level'>[],
): Promise<Report[]> => {
  const { ids, bytes } = await fittingPage(
    found.map(({ id }) => id),
    (some) => findReportSizes(db, workspace, some),
  )
  // As it is read, and as it is sent.
  holdBytes(2 * bytes)
  const rows = await findReports(db, workspace, ids)
  const placements = await findPlacements(db, workspace, ids)
  const people = [...rows.values()].map((row) => row.refreshed_by)
  const items = await describeItems(db, workspace, found.slice(0, ids.length), people)
  return [...items].flatMap(([id, item]) => {
    const row = rows.get(id)
    return row ? [reportView(item, row, placements.get(id) ?? [])] : []
  })
}

export const loadReport = async (context: Loading, access: ItemAccess<'report'>): Promise<Report> => {
  const [report] = await loadReports(context, access, [{ id: access.itemId, level: access.level }])
  if (!report) throw itemNotFound('report', access.itemId)
  return report
}
