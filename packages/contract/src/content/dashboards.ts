import { NoEffect } from '../no-effect.ts'
import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Id, Maybe, Nullable, schema, type Static, Text, Timestamp, Type } from '../schema.ts'
import { DashboardConfig, DashboardConfigInput, exampleConfig } from './dashboard-config-parts.ts'
import { Dashboard, DashboardComparison, exampleDashboard, WorkbookDashboard } from './dashboard-parts.ts'
import { contentBodies, contentCommon, exampleOwner, alsoForCreators, onePage, ResourceOwner, contentLimits } from './item-parts.ts'

const WorkbookParams = Type.Object({ deploymentId: Id, workbookId: Id })
const exampleParams = { deploymentId: 1042, workbookId: 2101 }
const common = { ...contentCommon, tag: 'Workbooks', action: 'WorkbookEdit' } as const
const notFound = ['deployment_not_found', 'workbook_not_found', 'item_access_denied'] as const
const configFailures = ['dashboard_invalid', 'document_too_large'] as const

export const updateWorkbookDashboard = operation({
  ...common,
  id: 'updateWorkbookDashboard',
  method: 'PUT',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard',
  summary: 'Replace the draft of the dashboard of a workbook',
  description: alsoForCreators(
    'Needs edit. The draft is that of `meta.dashboardDraft` of the workbook, and the same rules hold wherever it is written: fields of the schema fit it, ids of widgets are unique, others are kept as sent. ' +
      'Null removes it; left out, it stays. It may name reports that do not exist yet: publishing refuses these. What is published does not change.',
  ),
  params: WorkbookParams,
  body: schema('WorkbookDashboardInput', { dashboardDraft: Maybe(DashboardConfigInput) }),
  bodyLimitBytes: contentBodies.dashboard,
  returns: WorkbookDashboard,
  failures: [...notFound, ...configFailures],
  audit: ['workbook', 'deployment'],
  example: {
    params: exampleParams,
    body: { dashboardDraft: exampleConfig },
    returns: { dashboardDraft: exampleConfig, dashboardPublished: null },
  },
})

export const publishDashboard = operation({
  ...common,
  database: 'steps',
  id: 'publishDashboard',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish',
  summary: 'Publish the dashboard of a workbook as a new version, with a snapshot of every report it shows',
  description: alsoForCreators(
    'Needs edit. Publishes `config`, or the draft where none is sent; a `config` that is sent does not become the draft. `workbookId` repeats that of the path. A workbook has one dashboard, made by the first publish under a public id of 12 characters that stays; ' +
      '`dashboardId` must be its id, or be left out. Every CHART widget names by `config.reportId` a report of the same workbook. The snapshots freeze id, public id, name, title, description, queries, pivot, meta and calculated fields; ' +
      'they have 8 MB together at most, and later changes of a report show after the next publish. `title` and `description` left out, or null, are those of the configuration. `allowEmbed` keeps its value unless it is sent; it begins as false. ' +
      'Charts of Vega-Lite (`meta.kind` is `vega`) are checked and compiled, and what they compile to is kept with the version; one that says what charts may not is refused. ' +
      'Where configuration, snapshots, title and description are those of the current version, there is no new version: the answer is the current one, with `allowEmbed` as sent. ' +
      `The newest ${contentLimits.dashboardVersions} versions are kept: a new one ends the oldest.`,
  ),
  params: WorkbookParams,
  body: schema('PublishDashboardInput', {
    workbookId: Id,
    dashboardId: Maybe(Id),
    config: Maybe(DashboardConfigInput),
    title: Maybe(Text(1000)),
    description: Maybe(Text(10_000)),
    allowEmbed: Maybe(Type.Boolean()),
  }),
  bodyLimitBytes: contentBodies.dashboard,
  returns: Dashboard,
  failures: [...notFound, 'dashboard_mismatch', 'nothing_to_publish', 'widget_report_not_found', 'chart_not_allowed', ...configFailures],
  idempotency: 'plain',
  audit: ['dashboard', 'workbook', 'deployment'],
  example: { params: exampleParams, body: { workbookId: 2101, allowEmbed: true }, returns: exampleDashboard },
})

export const updatePublishedDashboardAiWidgetThread = operation({
  ...common,
  id: 'updatePublishedDashboardAiWidgetThread',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread',
  summary: 'Tie an AI widget of the published dashboard to a thread',
  description: alsoForCreators(
    'Needs edit. Written to `config.threadId` and `config.checksum` of the widget in the current version, and in the draft where it has the same AI widget, so that the next publish keeps it; there is no new version. Left out, the checksum is cleared.',
  ),
  params: WorkbookParams,
  body: schema('AiWidgetThreadInput', {
    widgetId: Text(128, { minLength: 1 }),
    threadId: NoEffect(Text(200, { minLength: 1 })),
    checksum: Maybe(Text(200)),
  }),
  returns: Dashboard,
  failures: [...notFound, 'dashboard_not_published', 'widget_not_found'],
  idempotency: 'plain',
  audit: ['dashboard', 'workbook', 'deployment'],
  example: { params: exampleParams, body: { widgetId: 'summary', threadId: '5f0c' }, returns: exampleDashboard },
})

export const DashboardVersion = schema('DashboardVersion', {
  versionId: Id,
  versionNumber: Type.Integer({ minimum: 1 }),
  title: Nullable(Type.String()),
  description: Nullable(Type.String()),
  publishedAt: Timestamp,
  publishedBy: ResourceOwner,
  widgetCount: Type.Integer({ minimum: 0 }),
  reportCount: Type.Integer({ minimum: 0 }),
  isCurrent: Type.Boolean(),
})
export type DashboardVersion = Static<typeof DashboardVersion>

const exampleVersion: DashboardVersion = {
  versionId: 4103,
  versionNumber: 3,
  title: 'Revenue',
  description: null,
  publishedAt: '2026-11-16T12:00:00.000Z',
  publishedBy: exampleOwner,
  widgetCount: 1,
  reportCount: 1,
  isCurrent: true,
}

export const listDashboardVersions = operation({
  ...common,
  id: 'listDashboardVersions',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/versions',
  summary: 'List the published versions of the dashboard of a workbook, newest first',
  description: alsoForCreators(
    `Needs edit: an older version may show what was taken out on purpose. The newest ${contentLimits.dashboardVersions} are kept. Empty where nothing was published.`,
  ),
  params: WorkbookParams,
  query: PageQuery,
  returns: page('DashboardVersionsListResponse', DashboardVersion),
  failures: [...notFound, 'invalid_cursor'],
  own: true,
  example: { params: exampleParams, returns: { items: [exampleVersion], data: [exampleVersion], pageInfo: onePage } },
})

const VersionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export const compareDashboardVersions = operation({
  ...common,
  id: 'compareDashboardVersions',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/versions/compare',
  summary: 'Say what differs between two versions of a dashboard, or between a version and the draft',
  description: alsoForCreators(
    'Needs edit. `to` left out is the draft, with the reports of the workbook as they are now. Without a draft, an empty configuration. Widgets are told apart by id, reports by theirs; what differs is named and not shown. `widgets` among the fields of the configuration says that those of both come in another order.',
  ),
  params: WorkbookParams,
  query: Type.Object({ from: VersionNumber, to: Type.Optional(VersionNumber) }),
  returns: DashboardComparison,
  failures: [...notFound, 'dashboard_version_not_found', 'document_too_large'],
  own: true,
  example: {
    params: exampleParams,
    query: { from: 2, to: 3 },
    returns: {
      from: 2,
      to: 3,
      isSame: false,
      title: null,
      description: null,
      config: ['theme'],
      widgets: { added: ['revenue'], removed: [], changed: [] },
      reports: { added: [3101], removed: [], changed: [] },
    },
  },
})

export const restoreDashboardVersion = operation({
  ...common,
  id: 'restoreDashboardVersion',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/versions/{versionNumber}/restore',
  summary: 'Make the configuration of a version the draft again',
  description: alsoForCreators(
    'Needs edit. The draft is replaced; what is published does not change until it is published. Reports are not restored: those that the configuration names and the workbook no longer has are listed in `missingReports`.',
  ),
  params: Type.Object({ deploymentId: Id, workbookId: Id, versionNumber: VersionNumber }),
  returns: schema('DashboardRestoreResponse', {
    dashboardDraft: DashboardConfig,
    dashboardPublished: Maybe(DashboardConfig),
    missingReports: Type.Array(schema('MissingWidgetReport', { widgetId: Type.String(), reportId: Id })),
  }),
  failures: [...notFound, 'dashboard_version_not_found'],
  audit: ['workbook', 'dashboard_version', 'deployment'],
  own: true,
  example: {
    params: { ...exampleParams, versionNumber: 2 },
    returns: { dashboardDraft: exampleConfig, dashboardPublished: exampleConfig, missingReports: [] },
  },
})
