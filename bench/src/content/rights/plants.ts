import type { SourceChange } from '../../harness/source-changes.ts'
import type { CallName } from './calls.ts'

/** A check that is taken out of the service, and where that has to show: in these calls, or in what is still read once it is not shared. */
export type Plant = { name: string; change: SourceChange; seenIn: readonly CallName[] | 'paging' }

const module = (file: string): string => `domains/content/${file}`
const weaker = (file: string, call: string): SourceChange => ({
  file: module(file),
  find: `${call}, levels.full)`,
  put: `${call}, levels.view)`,
})

/** Each is seen in calls that none of the others touches, so that they can be taken out all at once. */
export const plants: Plant[] = [
  {
    name: 'policies ask for full access',
    change: weaker('policies/require-resource.ts', 'place.itemId'),
    seenIn: ['listResourcePolicies: workbook', 'setUserPolicy: report'],
  },
  {
    name: 'only who sees it is told of a dashboard',
    change: { file: module('embed-access/require-embedded.ts'), find: 'if (!isVisible) throw dashboardNotFound(publicId)', put: '' },
    seenIn: ['getDashboard'],
  },
  {
    name: 'what creators make is theirs',
    change: {
      file: module('embed-access/update-dashboard-embedding.ts'),
      find: 'if (found.embed_tenant_id !== consoleWorkspace) throw dashboardNotFound(params.dashboardPublicId)',
      put: '',
    },
    seenIn: ['updateDashboardEmbedding'],
  },
  {
    name: 'a folder takes things of who may edit it',
    change: { file: module('items/require-place.ts'), find: 'folderId, levels.edit)', put: 'folderId, levels.view)' },
    seenIn: ['createWorkbook', 'createFolder', 'createReport'],
  },
  {
    name: 'who deletes a workbook has full access',
    change: weaker('workbooks/delete-workbook.ts', "'workbook', id"),
    seenIn: ['deleteWorkbook'],
  },
  {
    name: 'who moves a workbook has full access',
    change: weaker('workbooks/move-workbook.ts', "'workbook', id"),
    seenIn: ['moveWorkspaceObject: workbook'],
  },
  { name: 'who deletes a folder has full access', change: weaker('folders/delete-folder.ts', "'folder', id"), seenIn: ['deleteFolder'] },
  {
    name: 'who deletes a report may edit it',
    change: { file: module('reports/delete-report.ts'), find: "'report', id, levels.edit)", put: "'report', id, levels.view)" },
    seenIn: ['deleteReport'],
  },
  {
    name: 'who publishes may edit the workbook',
    change: { file: module('dashboards/edited-workbook.ts'), find: 'workbookId, levels.edit)', put: 'workbookId, levels.view)' },
    seenIn: ['publishDashboard'],
  },
  {
    name: 'who may do what is told to who has full access',
    change: weaker('policies/explain-content-access.ts', 'kindOf(params.type), params.id'),
    seenIn: ['explainContentAccess: report'],
  },
  {
    name: 'who shares with frames has full access',
    change: weaker('embed-access/update-embed-access.ts', "'workbook', params.workbookId"),
    seenIn: ['updateEmbedAccess'],
  },
  {
    name: 'a copy of what is shared is for creators',
    change: {
      file: module('workbooks/duplicate-workbook.ts'),
      find: 'if (body.shared && workspace.embedTenantId === consoleWorkspace)',
      put: 'if (body.shared && workspace.embedTenantId < consoleWorkspace)',
    },
    seenIn: ['duplicateWorkbook: shared'],
  },
  {
    name: 'a feed shows what getDashboard shows',
    change: {
      file: module('workspace/shared-workspace-objects.ts'),
      find: 'sharedView(item, closed.has(item.id))',
      put: 'sharedView(item, closed.has(0))',
    },
    seenIn: ['sharedWorkspaceObjects'],
  },
  {
    name: 'a public id of somebody else’s report is taken',
    change: {
      file: module('reports/upsert-report-by-public-id.ts'),
      find: "throw error instanceof Failure && error.code === 'report_not_found' ? publicIdTaken(publicId, error) : error",
      put: 'throw error',
    },
    seenIn: ['upsertReportByPublicId'],
  },
  {
    name: 'a slug is looked for in the own workspace',
    change: { file: module('workbooks/slug-queries.ts'), find: "    .where('embed_tenant_id', '=', workspace.embedTenantId)\n", put: '' },
    seenIn: ['upsertWorkbookBySlug'],
  },
  {
    name: 'a grant that ends is gone',
    change: {
      file: module('grants/grant-queries.ts'),
      find: ".where('grantee_id', '=', granteeIdOf(grantee))\n    .returning('tenant_id')",
      put: ".where('grantee_id', '=', -9)\n    .returning('tenant_id')",
    },
    seenIn: 'paging',
  },
]
