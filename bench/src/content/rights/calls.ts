import { type OperationId, type OperationShape, operations } from '@facet/contract'
import type { Cast } from './people.ts'
import type { ContentSet, Frames } from './sets.ts'

export type Sent = { method: string; path: string; body?: unknown }

/** What a call says besides its deployment. */
type Input = { params?: Record<string, string | number>; query?: Record<string, string | number>; body?: unknown }
type MakeInput = (set: ContentSet, cast: Cast) => Input

const folderId = ({ folder }: ContentSet) => ({ folderId: folder })
const workbookId = ({ workbook }: ContentSet) => ({ workbookId: workbook })
const reportId = ({ report }: ContentSet) => ({ reportId: report })
const dashboardPublicId = (set: ContentSet) => ({ dashboardPublicId: set.dashboardPublicId })

/** Free of the marker, and like no other. */
const newName = ({ workbook }: ContentSet): string => `Made beside ${workbook}`
const firstPage = { first: 200 }

const policy = (resourceType: string, resourceId: number, action: string) => ({ resourceType, resourceId, action })
const spareGroup = ({ place }: ContentSet, { spare }: Cast): number => (place === 'console' ? spare.groupId : spare.embedGroupId)
const spareUser = ({ place }: ContentSet, { spare }: Cast): number => (place === 'console' ? spare.userId : spare.externalUserId)

/** Calls of every operation of the area, under its name; behind a colon what tells several of one operation apart. */
export const calls = {
  getFolders: ({ folder }) => ({ query: { parentId: folder } }),
  'getFolders: root': () => ({ query: firstPage }),
  getFolderAncestors: (set) => ({ params: folderId(set) }),
  listReportFolders: () => ({ query: firstPage }),
  createFolder: (set) => ({ body: { name: newName(set), parentId: set.folder } }),
  updateFolder: (set) => ({ params: folderId(set), body: { name: newName(set) } }),
  deleteFolder: (set) => ({ params: folderId(set) }),

  getReports: (set) => ({ query: folderId(set) }),
  'getReports: of a workbook': (set) => ({ query: workbookId(set) }),
  'getReports: searched': ({ marker }) => ({ query: { search: marker } }),
  getReport: (set) => ({ params: reportId(set) }),
  createReport: (set) => ({ body: { name: newName(set), folderId: set.folder } }),
  'createReport: in a workbook': (set) => ({ body: { name: newName(set), workbookId: set.workbook } }),
  updateReport: (set) => ({ params: reportId(set), body: { name: newName(set) } }),
  'updateReport: taken out': (set) => ({ params: reportId(set), body: { workbookId: null, folderId: set.target } }),
  upsertReportByPublicId: (set) => ({ params: { publicId: set.reportPublicId }, body: { title: newName(set) } }),
  deleteReport: ({ loose }) => ({ params: { reportId: loose } }),
  refreshReport: (set) => ({ params: reportId(set) }),
  connectReportToWorkbook: (set) => ({ params: reportId(set), body: { externalWorkbookId: 'sheet', resultLocation: 'A1' } }),

  getWorkbooks: (set) => ({ query: folderId(set) }),
  getWorkbook: (set) => ({ params: workbookId(set) }),
  createWorkbook: (set) => ({ body: { name: newName(set), folderId: set.folder } }),
  updateWorkbook: (set) => ({ params: workbookId(set), body: { name: newName(set) } }),
  'updateWorkbook: moved': (set) => ({ params: workbookId(set), body: { folderId: set.target } }),
  upsertWorkbookBySlug: (set) => ({ params: { slug: set.slug }, body: { name: newName(set) } }),
  duplicateWorkbook: (set) => ({ params: workbookId(set), body: {} }),
  'duplicateWorkbook: shared': (set) => ({ params: workbookId(set), body: { shared: true } }),
  deleteWorkbook: (set) => ({ params: workbookId(set) }),

  updateWorkbookDashboard: (set) => ({ params: workbookId(set), body: { dashboardDraft: { title: newName(set) } } }),
  publishDashboard: (set) => ({ params: workbookId(set), body: { workbookId: set.workbook, title: newName(set) } }),
  updatePublishedDashboardAiWidgetThread: (set) => ({ params: workbookId(set), body: { widgetId: 'ai', threadId: 'thread' } }),
  listDashboardVersions: (set) => ({ params: workbookId(set) }),
  compareDashboardVersions: (set) => ({ params: workbookId(set), query: { from: 1 } }),
  restoreDashboardVersion: (set) => ({ params: { ...workbookId(set), versionNumber: 1 } }),

  workspaceObjects: (set) => ({ query: folderId(set) }),
  'workspaceObjects: searched': ({ marker }) => ({ query: { search: marker } }),
  'workspaceObjects: last viewed': ({ marker }) => ({ query: { search: marker, orderByField: 'viewer_last_viewed_at' } }),
  sharedWorkspaceObjects: ({ marker }) => ({ query: { search: marker } }),
  'moveWorkspaceObject: folder': ({ folder: id, target }) => ({ body: { type: 'FOLDER', id, folderId: target } }),
  'moveWorkspaceObject: workbook': ({ workbook: id, target }) => ({ body: { type: 'WORKBOOK', id, folderId: target } }),
  'moveWorkspaceObject: report': ({ loose: id, target }) => ({ body: { type: 'REPORT', id, folderId: target } }),
  'bulkMoveWorkspaceObjects: workbook': ({ workbook: id, target }) => ({ body: { items: [{ type: 'WORKBOOK', id }], folderId: target } }),
  'bulkMoveWorkspaceObjects: report': ({ loose: id, target }) => ({ body: { items: [{ type: 'REPORT', id }], folderId: target } }),
  'previewContentMove: workbook': ({ workbook: id, target }) => ({ body: { items: [{ type: 'WORKBOOK', id }], folderId: target } }),
  'previewContentMove: report': ({ loose: id, target }) => ({ body: { items: [{ type: 'REPORT', id }], folderId: target } }),
  'bulkDeleteWorkspaceObjects: folder': ({ folder: id }) => ({ body: { items: [{ type: 'FOLDER', id }] } }),
  'bulkDeleteWorkspaceObjects: workbook': ({ workbook: id }) => ({ body: { items: [{ type: 'WORKBOOK', id }] } }),
  'bulkDeleteWorkspaceObjects: report': ({ report: id }) => ({ body: { items: [{ type: 'REPORT', id }] } }),
  addFavorite: ({ workbook }) => ({ params: { type: 'WORKBOOK', id: workbook } }),
  removeFavorite: ({ loose }) => ({ params: { type: 'REPORT', id: loose } }),
  'explainContentAccess: report': ({ report }) => ({ params: { type: 'REPORT', id: report } }),
  'explainContentAccess: folder': ({ folder }) => ({ params: { type: 'FOLDER', id: folder } }),
  transferContent: (_, { people, spare }) => ({ body: { fromUserId: people.owner.id, toUserId: spare.userId, dryRun: true } }),

  getEmbedAccess: (set) => ({ params: workbookId(set) }),
  updateEmbedAccess: (set) => ({ params: workbookId(set), body: { embedTenantName: 'gamma-corp', action: 'read' } }),
  getDashboard: (set) => ({ params: dashboardPublicId(set) }),
  postDashboardPythonRun: (set) => ({
    params: dashboardPublicId(set),
    body: { reportId: set.report, reportVersionId: set.report, sqlQuery: 'select 1' },
  }),
  updateDashboardEmbedding: (set) => ({ params: dashboardPublicId(set), body: { allowEmbed: false } }),

  'listResourcePolicies: workbook': ({ workbook }) => ({ query: { resourceType: 'Workbook', resourceId: workbook } }),
  'listResourcePolicies: dashboard': ({ dashboard }) => ({ query: { resourceType: 'Dashboard', resourceId: dashboard } }),
  'setUserPolicy: report': (set, cast) => ({ body: { ...policy('Report', set.report, 'ReportRead'), userId: spareUser(set, cast) } }),
  // Clears what there is not: the whole organisation would see the set afterwards.
  'setUserPolicy: everybody': ({ target }) => ({ body: { resourceType: 'Folder', resourceId: target } }),
  'setGroupPolicy: folder': (set, cast) => ({ body: { ...policy('Folder', set.folder, 'FolderRead'), groupId: spareGroup(set, cast) } }),
  'setGroupPolicy: dashboard': (set, cast) => ({
    body: { ...policy('Dashboard', set.dashboard, 'EmbedDashboardRead'), groupId: spareGroup(set, cast) },
  }),
} as const satisfies Record<string, MakeInput>

export type CallName = keyof typeof calls
export const callNames = Object.keys(calls) as CallName[]

export const operationOf = (name: string): OperationId => name.split(':')[0] as OperationId

/** Those whose answer goes by whom a workbook is shared with in frames. */
const aboutFrames = new Set<CallName>(['getDashboard', 'postDashboardPythonRun', 'sharedWorkspaceObjects', 'duplicateWorkbook: shared'])
const unshared: Frames = { shared: 'nobody', allowEmbed: true }
const everyFrames: Frames[] = [
  unshared,
  { shared: 'tenant', allowEmbed: true },
  { shared: 'tenant', allowEmbed: false },
  { shared: 'all', allowEmbed: false },
]
export const framesOf = (name: CallName): Frames[] => (aboutFrames.has(name) ? everyFrames : [unshared])

const sentBy = ({ method, path }: OperationShape, deploymentId: number, { params, query, body }: Input): Sent => {
  const filled: Record<string, string | number> = { deploymentId, ...params }
  const asked = new URLSearchParams(Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]))
  return {
    method,
    path: `${path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(filled[key]))}${query ? `?${asked.toString()}` : ''}`,
    ...(body === undefined ? {} : { body }),
  }
}

export const callOf = (name: CallName, set: ContentSet, cast: Cast): Sent =>
  sentBy(operations[operationOf(name)], cast.deploymentId, calls[name](set, cast))

/** An archive of nothing: what an import makes of more is tried where imports are. */
const emptyArchive = (): FormData => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(1024)]), 'content.tar')
  return form
}

/** A call as the contract's own example has it, in the deployment of the trial. */
export const exampleCallOf = (id: OperationId, { deploymentId }: Pick<Cast, 'deploymentId'>): Sent => {
  const shape: OperationShape = operations[id]
  const { params, query, body } = (shape.example ?? {}) as Input
  return sentBy(shape, deploymentId, {
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { body: shape.isMultipart ? emptyArchive() : body }),
    params: { ...params, deploymentId },
  })
}
