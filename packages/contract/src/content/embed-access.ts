import { operation } from '../operation.ts'
import { Id, Maybe, Nullable, OneOf, schema, type Static, Text, Timestamp, Type } from '../schema.ts'
import { Dashboard, exampleDashboard } from './dashboard-parts.ts'
import { contentLimits } from './item-parts.ts'

const EmbedAccessAction = OneOf('EmbedAccessAction', ['read', 'none'])
const GroupId = Type.Integer({
  minimum: 1,
  description:
    'Id of the group of the platform, as policies name it: that of the embed tenant, or, of all embed users, that of the tenant.',
})

export const EmbedAccess = schema('EmbedAccessResponse', {
  allowEmbed: Type.Boolean({ description: 'False also while nothing is published.' }),
  allEmbedUsers: schema('EmbedAccessAllEmbedUsers', { enabled: Type.Boolean(), action: EmbedAccessAction, groupId: Maybe(GroupId) }),
  tenants: Type.Array(schema('EmbedAccessTenantEntry', { embedTenantName: Type.String(), groupId: GroupId, action: EmbedAccessAction }), {
    description: 'Those that the workbook itself is shared with, by name.',
  }),
})
export type EmbedAccess = Static<typeof EmbedAccess>

const exampleAccess: EmbedAccess = {
  allowEmbed: true,
  allEmbedUsers: { enabled: false, action: 'none', groupId: 1 },
  tenants: [{ embedTenantName: 'acme-corp', groupId: 71, action: 'read' }],
}

const WorkbookParams = Type.Object({ deploymentId: Id, workbookId: Id })
const exampleParams = { deploymentId: 1042, workbookId: 2101 }
const access = {
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access',
  database: 'whole',
  tag: 'Dashboard Embed Access',
  params: WorkbookParams,
  returns: EmbedAccess,
  reach: 'deployment',
  credentials: ['api_key'],
} as const

export const getEmbedAccess = operation({
  ...access,
  id: 'getEmbedAccess',
  method: 'GET',
  summary: 'Get whom the published dashboard of a workbook is shown to in embeds',
  description:
    'Needs view. Says what the workbook itself is shared with; what its folders are shared with comes on top and is not listed here. To a key that names embed tenants no others are listed. What creators make is not shared this way.',
  failures: ['deployment_not_found', 'workbook_not_found'],
  action: 'WorkbookRead',
  example: { params: exampleParams, returns: exampleAccess },
})

export const updateEmbedAccess = operation({
  ...access,
  id: 'updateEmbedAccess',
  method: 'PUT',
  summary: 'Share the published dashboard of a workbook with an embed tenant or with all embed users, or allow embedding it',
  description:
    'Needs full access. One target with an `action`: `read` shares the workbook, to be viewed and nothing more, with the group of the platform for that embed tenant or for all embed users; `none` ends that, at once. And, or alone, `allowEmbed`, which needs a published dashboard. ' +
    'An `embedTenantName` is taken in any case and must exist; `allEmbedUsers: false` is no target. A key that names embed tenants is held to these, and kept from all embed users. Sending what holds already changes nothing.',
  body: schema('UpdateEmbedAccessInput', {
    embedTenantName: Maybe(Text(100, { minLength: 1 })),
    allEmbedUsers: Maybe(Type.Boolean()),
    action: Maybe(EmbedAccessAction),
    allowEmbed: Maybe(Type.Boolean()),
  }),
  failures: [
    'deployment_not_found',
    'workbook_not_found',
    'embed_tenant_not_found',
    'item_access_denied',
    'embed_access_incomplete',
    'dashboard_not_published',
    'grant_limit',
  ],
  action: 'WorkbookManage',
  audit: ['workbook', 'dashboard', 'embed_tenant', 'deployment'],
  example: { params: exampleParams, body: { embedTenantName: 'acme-corp', action: 'read', allowEmbed: true }, returns: exampleAccess },
})

/** Any text: what is not of the form of a public id is not found, as any other that nobody gave. */
const DashboardParams = Type.Object({ dashboardPublicId: Text(100, { minLength: 1 }) })
const dashboardExample = { dashboardPublicId: exampleDashboard.publicId }
const embedded = { database: 'whole', tag: 'Embed', params: DashboardParams, reach: 'caller' } as const

export const getDashboard = operation({
  ...embedded,
  id: 'getDashboard',
  method: 'GET',
  path: '/api/v1/embed/dashboard/{dashboardPublicId}',
  summary: 'Get a published dashboard by its public id, with the snapshots of its reports',
  description:
    'Of the tenant, in a deployment that the credential reaches; with an embed token in that of the session. A caller of the console needs view on the workbook, or EmbedDashboardRead granted on the dashboard. ' +
    'A session of an external user sees a dashboard of the console if it, its workbook or a folder above is shared with all embed users, with the embed tenant of the session, with a tenant-wide group of the user or with the user. It also needs `allowEmbed`, else 403 `embedding_not_allowed`; ' +
    'exempt are creator-mode sessions and what is shared with all embed users. A creator-mode session sees those of its workspace by the rule there, and of the console what is shared with all embed users or its embed tenant (`fromSharedWorkspace`). ' +
    'A session of an internal user has what that user has, and needs `allowEmbed`. What is not visible, or not published, is 404. Reading records no view.',
  returns: Dashboard,
  failures: ['dashboard_not_found', 'embedding_not_allowed'],
  action: 'EmbedDashboardRead',
  credentials: ['api_key', 'embed'],
  example: { params: dashboardExample, returns: exampleDashboard },
})

export const updateDashboardEmbedding = operation({
  ...embedded,
  id: 'updateDashboardEmbedding',
  method: 'PATCH',
  path: '/api/v1/embed/dashboard/{dashboardPublicId}',
  summary: 'Allow embedding a published dashboard, or end that',
  description:
    'Administrators, of the tenant or of the deployment. Off, signed sessions get 403 from getDashboard, at once; creator mode and what is shared with all embed users go on. It is necessary and not sufficient: the dashboard must also be shared.',
  body: schema('UpdateDashboardEmbeddingInput', { allowEmbed: Type.Boolean() }),
  returns: schema('DashboardEmbeddingResponse', { publicId: Type.String(), allowEmbed: Type.Boolean() }),
  failures: ['dashboard_not_found'],
  action: 'All',
  credentials: ['api_key'],
  audit: ['dashboard', 'workbook', 'deployment'],
  example: { params: dashboardExample, body: { allowEmbed: false }, returns: { publicId: exampleDashboard.publicId, allowEmbed: false } },
})

export const postDashboardPythonRun = operation({
  ...embedded,
  id: 'postDashboardPythonRun',
  method: 'POST',
  path: '/api/v1/embed/dashboard/{dashboardPublicId}/python-run',
  summary: 'Run the Python analysis of a report of a published dashboard',
  description:
    'This version cannot run Python. Every request of a caller that can get the dashboard returns 403 `python_disabled`. Nothing is stored.',
  body: schema('EmbedPythonFilteredRunInput', {
    reportId: Id,
    reportVersionId: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: '`versionId` of a snapshot of the dashboard.',
    }),
    sqlQuery: Text(contentLimits.queryCharacters),
  }),
  returns: schema('PythonAnalysisFilteredRun', {
    at: Timestamp,
    stdout: Type.String(),
    stderr: Type.String(),
    inputRowCount: Type.Integer({ minimum: 0 }),
    outputData: Type.Optional(Type.Unknown()),
    executionError: Type.Optional(Nullable(Type.String())),
  }),
  failures: ['dashboard_not_found', 'embedding_not_allowed', 'python_disabled'],
  action: 'EmbedDashboardRead',
  credentials: ['api_key', 'embed'],
  skipsAutomaticAudit: true,
  example: {
    params: dashboardExample,
    body: { reportId: 3101, reportVersionId: 4203, sqlQuery: 'select 1' },
    returns: { at: '2026-11-16T12:00:00.000Z', stdout: '', stderr: '', inputRowCount: 0 },
  },
})
