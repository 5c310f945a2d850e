import type { DashboardConfig, DashboardFile, SnapshotFile, WorkbookFile } from '@facet/contract'
import type { Db } from '#db'
import { type DashboardRow, findDashboards, type Snapshot } from '#domains/content/dashboards'
import { findFolderPaths, findItems, type WorkspaceAccess } from '#domains/content/items'
import { findWorkbooks, type WorkbookRow } from '#domains/content/workbooks'
import { namingReports } from './chart-references.ts'
import { revised } from './revision.ts'
import { findDashboardSharing, findSharing } from './sharing-queries.ts'
import { findPublicIds } from './code-queries.ts'

/** A workbook and what is published of it, as files say them. */
export type WorkbookFiles = { workbook: WorkbookFile; dashboard: DashboardFile | null }

const snapshotOf = (snapshot: Snapshot): SnapshotFile => {
  const { id: _id, reportId: _reportId, versionNumber: _version, ...rest } = snapshot
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) as SnapshotFile
}

const dashboardOf = (row: DashboardRow, publicIds: ReadonlyMap<number, string>): DashboardFile => ({
  publicId: row.public_id,
  allowEmbed: row.allow_embed,
  ...(row.title === null ? {} : { title: row.title }),
  ...(row.description === null ? {} : { description: row.description }),
  config: namingReports(row.config, publicIds),
  snapshots: row.snapshots.map(snapshotOf),
})

const workbookOf = (row: WorkbookRow, folder: string[], draft: DashboardConfig | null): WorkbookFile => ({
  key: row.file_key,
  ...(row.slug === null ? {} : { slug: row.slug }),
  name: row.name,
  folder,
  ...(Object.keys(row.meta).length === 0 ? {} : { meta: row.meta }),
  ...(Object.keys(row.calculated_fields).length === 0 ? {} : { calculatedFields: row.calculated_fields }),
  ...(draft ? { draft } : {}),
})

/** These workbooks as files say them. One that is gone is left out. */
export const loadWorkbookFiles = async (
  db: Db,
  workspace: WorkspaceAccess,
  ids: readonly number[],
): Promise<Map<number, WorkbookFiles>> => {
  const items = await findItems(db, workspace, ids)
  const here = [...items.keys()]
  const rows = await findWorkbooks(db, workspace, here)
  const dashboards = await findDashboards(db, workspace, here)
  const paths = await findFolderPaths(db, workspace, here)
  const sharing = await findSharing(db, workspace, [...items.values()])
  const grants = await findDashboardSharing(
    db,
    workspace,
    [...dashboards.values()].map(({ id }) => id),
  )
  const reports = await findPublicIds(db, workspace, here)
  return new Map(
    [...rows].map(([id, row]) => {
      const dashboard = dashboards.get(id)
      // A report that was deleted since is still named by what was published of it.
      const frozen = (dashboard?.snapshots ?? []).map(({ reportId, publicId }) => [reportId, publicId] as const)
      const publicIds = new Map([...frozen, ...(reports.get(id) ?? new Map<number, string>())])
      const folder = (paths.get(id) ?? []).map(({ name }) => name)
      const draft = row.dashboard_draft && namingReports(row.dashboard_draft, publicIds)
      const shared = dashboard && grants.get(dashboard.id)
      return [
        id,
        {
          workbook: revised({ ...workbookOf(row, folder, draft), ...sharing.get(id) }),
          dashboard: dashboard ? revised({ ...dashboardOf(dashboard, publicIds), ...(shared ? { grants: shared } : {}) }) : null,
        },
      ]
    }),
  )
}
