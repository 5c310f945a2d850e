import type { ReportFile } from '@facet/contract'
import type { Db } from '#db'
import { findFolderPaths, findItems, type WorkspaceAccess } from '#domains/content/items'
import { findReports, type ReportRow } from '#domains/content/reports'
import { revised } from './revision.ts'
import { findSharing } from './sharing-queries.ts'

/** What a report says, without what it does not. */
const textsOf = (row: ReportRow): Omit<ReportFile, 'name'> => ({
  publicId: row.public_id,
  ...(row.title === null ? {} : { title: row.title }),
  ...(row.description === null ? {} : { description: row.description }),
  ...(row.json_query === null ? {} : { jsonQuery: row.json_query }),
  ...(row.sql_query === null ? {} : { sqlQuery: row.sql_query }),
  ...(row.pivot_items === null ? {} : { pivotItems: row.pivot_items as NonNullable<ReportFile['pivotItems']> }),
  ...(row.meta === null ? {} : { meta: row.meta }),
  ...(row.source === null ? {} : { source: row.source as NonNullable<ReportFile['source']> }),
})

/** These reports as files say them: those of workbooks without a folder. One that is gone is left out. */
export const loadReportFiles = async (db: Db, workspace: WorkspaceAccess, ids: readonly number[]): Promise<Map<number, ReportFile>> => {
  const rows = await findItems(db, workspace, ids)
  const reports = await findReports(db, workspace, [...rows.keys()])
  const paths = await findFolderPaths(db, workspace, [...rows.keys()])
  const sharing = await findSharing(db, workspace, [...rows.values()])
  return new Map(
    [...reports].flatMap(([id, report]) => {
      const row = rows.get(id)
      if (!row) return []
      const folder = row.workbook_id === null ? { folder: (paths.get(id) ?? []).map(({ name }) => name) } : {}
      return [[id, revised({ name: row.name, ...folder, ...textsOf(report), ...sharing.get(id) })] as const]
    }),
  )
}
