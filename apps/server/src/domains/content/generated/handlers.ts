// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { addFavorite } from '../workspace/add-favorite.ts'
import { bulkDeleteWorkspaceObjects } from '../workspace/bulk-delete-workspace-objects.ts'
import { bulkMoveWorkspaceObjects } from '../workspace/bulk-move-workspace-objects.ts'
import { compareDashboardVersions } from '../dashboards/compare-dashboard-versions.ts'
import { connectReportToWorkbook } from '../reports/connect-report-to-workbook.ts'
import { createFolder } from '../folders/create-folder.ts'
import { createReport } from '../reports/create-report.ts'
import { createWorkbook } from '../workbooks/create-workbook.ts'
import { deleteFolder } from '../folders/delete-folder.ts'
import { deleteReport } from '../reports/delete-report.ts'
import { deleteWorkbook } from '../workbooks/delete-workbook.ts'
import { duplicateWorkbook } from '../workbooks/duplicate-workbook.ts'
import { explainContentAccess } from '../policies/explain-content-access.ts'
import { exportContent } from '../code/export-content.ts'
import { getDashboard } from '../embed-access/get-dashboard.ts'
import { getEmbedAccess } from '../embed-access/get-embed-access.ts'
import { getFolderAncestors } from '../folders/get-folder-ancestors.ts'
import { getFolders } from '../folders/get-folders.ts'
import { getReport } from '../reports/get-report.ts'
import { getReports } from '../reports/get-reports.ts'
import { getWorkbook } from '../workbooks/get-workbook.ts'
import { getWorkbooks } from '../workbooks/get-workbooks.ts'
import { importContent } from '../code/import-content.ts'
import { listContentProblems } from '../problems/list-content-problems.ts'
import { listDashboardVersions } from '../dashboards/list-dashboard-versions.ts'
import { listReportFolders } from '../folders/list-report-folders.ts'
import { listResourcePolicies } from '../policies/list-resource-policies.ts'
import { moveWorkspaceObject } from '../workspace/move-workspace-object.ts'
import { postDashboardPythonRun } from '../embed-access/post-dashboard-python-run.ts'
import { previewContentMove } from '../moves/preview-content-move.ts'
import { publishDashboard } from '../dashboards/publish-dashboard.ts'
import { refreshReport } from '../reports/refresh-report.ts'
import { removeFavorite } from '../workspace/remove-favorite.ts'
import { repairContent } from '../repairs/repair-content.ts'
import { restoreDashboardVersion } from '../dashboards/restore-dashboard-version.ts'
import { setGroupPolicy } from '../policies/set-group-policy.ts'
import { setUserPolicy } from '../policies/set-user-policy.ts'
import { sharedWorkspaceObjects } from '../workspace/shared-workspace-objects.ts'
import { transferContent } from '../transfers/transfer-content.ts'
import { updateDashboardEmbedding } from '../embed-access/update-dashboard-embedding.ts'
import { updateEmbedAccess } from '../embed-access/update-embed-access.ts'
import { updateFolder } from '../folders/update-folder.ts'
import { updatePublishedDashboardAiWidgetThread } from '../dashboards/update-published-dashboard-ai-widget-thread.ts'
import { updateReport } from '../reports/update-report.ts'
import { updateWorkbook } from '../workbooks/update-workbook.ts'
import { updateWorkbookDashboard } from '../dashboards/update-workbook-dashboard.ts'
import { upsertReportByPublicId } from '../reports/upsert-report-by-public-id.ts'
import { upsertWorkbookBySlug } from '../workbooks/upsert-workbook-by-slug.ts'
import { workspaceObjects } from '../workspace/workspace-objects.ts'

/** Which function serves which operation of this area. */
export const handlers = {
  addFavorite,
  bulkDeleteWorkspaceObjects,
  bulkMoveWorkspaceObjects,
  compareDashboardVersions,
  connectReportToWorkbook,
  createFolder,
  createReport,
  createWorkbook,
  deleteFolder,
  deleteReport,
  deleteWorkbook,
  duplicateWorkbook,
  explainContentAccess,
  exportContent,
  getDashboard,
  getEmbedAccess,
  getFolderAncestors,
  getFolders,
  getReport,
  getReports,
  getWorkbook,
  getWorkbooks,
  importContent,
  listContentProblems,
  listDashboardVersions,
  listReportFolders,
  listResourcePolicies,
  moveWorkspaceObject,
  postDashboardPythonRun,
  previewContentMove,
  publishDashboard,
  refreshReport,
  removeFavorite,
  repairContent,
  restoreDashboardVersion,
  setGroupPolicy,
  setUserPolicy,
  sharedWorkspaceObjects,
  transferContent,
  updateDashboardEmbedding,
  updateEmbedAccess,
  updateFolder,
  updatePublishedDashboardAiWidgetThread,
  updateReport,
  updateWorkbook,
  updateWorkbookDashboard,
  upsertReportByPublicId,
  upsertWorkbookBySlug,
  workspaceObjects,
} satisfies Partial<Handlers>
