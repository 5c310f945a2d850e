import { key, orEmbedToken, type WhoMay, type WhoMayRows } from '../rights.ts'

type Rights = Parameters<typeof key>

/** People of the console by their keys, and creators in their frames; what each may do to an item is decided item by item. */
const both = (action: Rights[0], role: Rights[1], ...presets: 'read-only'[]): WhoMay =>
  orEmbedToken(key(action, role, 'deployment', ...presets))

export const whoMay = {
  // Whoever reads sees what is shared with them; to make something one is an Explorer.
  getFolders: both('FolderRead', 'Viewer', 'read-only'),
  getFolderAncestors: both('FolderRead', 'Viewer', 'read-only'),
  listReportFolders: both('FolderRead', 'Viewer', 'read-only'),
  createFolder: both('FolderEdit', 'Explorer'),
  updateFolder: both('FolderEdit', 'Explorer'),
  deleteFolder: both('FolderManage', 'Explorer'),

  getReports: both('ReportRead', 'Viewer', 'read-only'),
  getReport: both('ReportRead', 'Viewer', 'read-only'),
  createReport: both('ReportEdit', 'Explorer'),
  updateReport: both('ReportEdit', 'Explorer'),
  upsertReportByPublicId: both('ReportEdit', 'Explorer'),
  deleteReport: both('ReportManage', 'Explorer'),
  // Who reads a report may say that they did, and where a spreadsheet shows it.
  refreshReport: both('ReportRead', 'Viewer'),
  connectReportToWorkbook: both('ReportRead', 'Viewer'),

  getWorkbooks: both('WorkbookRead', 'Viewer', 'read-only'),
  getWorkbook: both('WorkbookRead', 'Viewer', 'read-only'),
  createWorkbook: both('WorkbookEdit', 'Explorer'),
  updateWorkbook: both('WorkbookEdit', 'Explorer'),
  upsertWorkbookBySlug: both('WorkbookEdit', 'Explorer'),
  duplicateWorkbook: both('WorkbookEdit', 'Explorer'),
  deleteWorkbook: both('WorkbookManage', 'Explorer'),

  // Versions are an editor's, old ones among them.
  updateWorkbookDashboard: both('WorkbookEdit', 'Explorer'),
  publishDashboard: both('WorkbookEdit', 'Explorer'),
  updatePublishedDashboardAiWidgetThread: both('WorkbookEdit', 'Explorer'),
  listDashboardVersions: both('WorkbookEdit', 'Explorer', 'read-only'),
  compareDashboardVersions: both('WorkbookEdit', 'Explorer', 'read-only'),
  restoreDashboardVersion: both('WorkbookEdit', 'Explorer'),

  // The feed holds every kind: each item is held to the role's actions of its kind.
  workspaceObjects: both('AIBIView', 'Viewer', 'read-only'),
  sharedWorkspaceObjects: both('EmbedDeploymentRead', 'Viewer', 'read-only'),
  moveWorkspaceObject: both('AIBIView', 'Viewer'),
  bulkMoveWorkspaceObjects: both('AIBIView', 'Viewer'),
  bulkDeleteWorkspaceObjects: both('AIBIView', 'Viewer'),
  addFavorite: both('AIBIView', 'Viewer'),
  removeFavorite: both('AIBIView', 'Viewer'),
  explainContentAccess: both('AIBIView', 'Viewer', 'read-only'),
  // Held to what the moves themselves need, item by item.
  previewContentMove: both('AIBIView', 'Viewer'),
  transferContent: key('All', 'Admin', 'deployment'),
  // As the feed: what is exported is what the caller may see.
  exportContent: key('AIBIView', 'Viewer', 'deployment', 'read-only'),
  listContentProblems: both('AIBIView', 'Viewer', 'read-only'),
  repairContent: both('AIBIView', 'Viewer'),
  importContent: key('WorkbookEdit', 'Explorer', 'deployment', 'ci'),

  // Whom customers' frames show a dashboard to is decided in the console.
  getEmbedAccess: key('WorkbookRead', 'Viewer', 'deployment', 'read-only'),
  updateEmbedAccess: key('WorkbookManage', 'Explorer', 'deployment'),
  getDashboard: orEmbedToken(key('EmbedDashboardRead', 'Viewer', 'caller', 'read-only')),
  postDashboardPythonRun: orEmbedToken(key('EmbedDashboardRead', 'Viewer', 'caller')),
  updateDashboardEmbedding: key('All', 'Admin', 'caller'),

  // Who has full access to an item shares it, whatever the role is called.
  listResourcePolicies: orEmbedToken(key('AIBIView', 'Viewer', 'caller', 'read-only')),
  setUserPolicy: orEmbedToken(key('AIBIView', 'Viewer', 'caller')),
  setGroupPolicy: orEmbedToken(key('AIBIView', 'Viewer', 'caller')),
} satisfies WhoMayRows
