import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { offsetCap, pageQuery } from '../paging.ts'
import { Id, Nullable, OneOf, Text, Type } from '../schema.ts'
import { contentBodies, contentCommon, countedPage, Deleted, FolderIdOrRoot, alsoForCreators, onePage } from './item-parts.ts'
import { ConnectReportToWorkbookInput, CreateReportInput, exampleReport, PublicId, Report, UpdateReportInput } from './report-parts.ts'

const ReportParams = Type.Object({ deploymentId: Id, reportId: Id })
const exampleParams = { deploymentId: 1042, reportId: 3101 }
const common = { ...contentCommon, tag: 'Reports' } as const
const writing = { bodyLimitBytes: contentBodies.report, audit: ['report', 'deployment'] } as const
const savedFailures = [
  'json_query_invalid',
  'document_too_large',
  'chart_not_allowed',
  'report_follows_workbook',
  'public_id_taken',
] as const

export const getReports = operation({
  ...common,
  id: 'getReports',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/reports',
  summary: 'List the reports that the caller can access',
  description: alsoForCreators(
    'All of them without `folderId`; 0 is the root. A report of a workbook lies in the workbook and in no folder: `workbookId` finds it, whatever `folderId` says. `externalWorkbookId` finds those with a placement in that spreadsheet. ' +
      '`search` is a part of the name, in any case, over all folders; one or two letters are the start of the name. By `updatedAt` unless `sortBy` says otherwise; names ascending and times descending unless ' +
      '`sortDirection` says otherwise; equals by id. With `lastViewedAt`, what the caller never viewed comes last, whatever the direction, and there is no `after`; a view is recorded by refreshReport. ' +
      `The deprecated \`page\` (from 1) with \`limit\` goes no further than ${offsetCap} reports, and not together with \`first\` or \`after\`. A page ends early, with \`hasNextPage\`, at 8 MB of documents; one by number, which could not go on behind its end, is refused with \`page_too_large\`.`,
  ),
  params: DeploymentParams,
  query: Type.Object({
    workbookId: Type.Optional(Nullable(Id)),
    folderId: Type.Optional(Nullable(FolderIdOrRoot)),
    externalWorkbookId: Type.Optional(Nullable(Text(255))),
    search: Type.Optional(Nullable(Text(200))),
    sortBy: Type.Optional(Nullable(OneOf('ReportsSortBy', ['name', 'createdAt', 'updatedAt', 'lastViewedAt']))),
    sortDirection: Type.Optional(Nullable(OneOf('SortDirection', ['ASC', 'DESC']))),
    limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, description: 'Deprecated: use `first` and `after`.' }))),
    page: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: offsetCap, description: 'Deprecated: use `first` and `after`.' }))),
    ...pageQuery,
  }),
  returns: countedPage('ReportsListResponse', Report),
  failures: [
    'page_too_large',
    'deployment_not_found',
    'folder_not_found',
    'workbook_not_found',
    'invalid_cursor',
    'mixed_paging',
    'unpaged_order',
  ],
  action: 'ReportRead',
  example: {
    params: { deploymentId: 1042 },
    query: { folderId: 2001, sortBy: 'name' },
    returns: { items: [exampleReport], data: [exampleReport], count: 1, pageInfo: onePage },
  },
})

export const createReport = operation({
  ...common,
  ...writing,
  id: 'createReport',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/reports',
  summary: 'Create a report, by itself, in a folder or in a workbook',
  description: alsoForCreators(
    'Its creator owns it and has full access. Into a folder: edit on that; into a workbook: edit on that, and the report then lies where the workbook does, whatever `folderId` says of the same place. ' +
      'Without a name it is called `Untitled report`. `publicId` is generated where none is sent; it is unique in the tenant and never changes. `jsonQuery` is the JSON text of an object or an array; an empty text is none. ' +
      `Texts of queries have 262144 characters at most, \`meta\` 1048576 bytes as JSON, \`pivotItems\` 262144.`,
  ),
  params: DeploymentParams,
  body: CreateReportInput,
  returns: Report,
  failures: ['deployment_not_found', 'folder_not_found', 'workbook_not_found', 'item_access_denied', ...savedFailures],
  action: 'ReportEdit',
  idempotency: 'plain',
  example: {
    params: { deploymentId: 1042 },
    body: { name: 'Revenue by month', folderId: 2001, jsonQuery: exampleReport.jsonQuery },
    returns: exampleReport,
  },
})

export const getReport = operation({
  ...common,
  id: 'getReport',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/reports/{reportId}',
  summary: 'Get one report',
  description: alsoForCreators(`Needs view. Reading records no view.`),
  params: ReportParams,
  returns: Report,
  failures: ['deployment_not_found', 'report_not_found'],
  action: 'ReportRead',
  example: { params: exampleParams, returns: exampleReport },
})

export const updateReport = operation({
  ...common,
  ...writing,
  id: 'updateReport',
  method: 'PUT',
  path: '/api/v1/deployments/{deploymentId}/reports/{reportId}',
  summary: 'Change some fields of a report',
  description: alsoForCreators(
    'Needs edit. A field left out keeps its value; null clears it, and leaves `name` and `publicId` as they are. A `folderId` or `workbookId` that changes its place needs what a move does: a role with ReportManage, and edit on the destination; ' +
      '`folderId: null` is the root, `workbookId: null` takes it out of its workbook to where that lies. `meta` replaces the one before. Published dashboards keep the report as it was until they are published again. ' +
      `A \`publicId\` other than its own is refused.`,
  ),
  params: ReportParams,
  body: UpdateReportInput,
  returns: Report,
  failures: [
    'deployment_not_found',
    'report_not_found',
    'folder_not_found',
    'workbook_not_found',
    'item_access_denied',
    'public_id_fixed',
    ...savedFailures,
  ],
  action: 'ReportEdit',
  example: { params: exampleParams, body: { name: 'Revenue by month' }, returns: exampleReport },
})

export const deleteReport = operation({
  ...common,
  id: 'deleteReport',
  method: 'DELETE',
  path: '/api/v1/deployments/{deploymentId}/reports/{reportId}',
  summary: 'Delete a report',
  description: alsoForCreators(
    'Needs edit on the report and a role with ReportManage. Published dashboards keep their snapshot of it and go on showing it; drafts that name it cannot be published as they are. ' +
      `Its public id is free again.`,
  ),
  params: ReportParams,
  returns: Deleted,
  failures: ['deployment_not_found', 'report_not_found', 'item_access_denied'],
  action: 'ReportManage',
  audit: ['report', 'deployment'],
  example: { params: exampleParams, returns: {} },
})

export const upsertReportByPublicId = operation({
  ...common,
  ...writing,
  id: 'upsertReportByPublicId',
  method: 'PUT',
  path: '/api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId}',
  summary: 'Create the report of a public id, or change the one that has it',
  description: alsoForCreators(
    'If a report of this deployment has the id, the fields sent are changed as updateReport does, `source` aside; if none has, one is created under it as createReport does. Applying the same again changes nothing and says so in the audit trail. ' +
      'Whether it creates or updates is decided and checked first, then once more under a lock on the id; if it changed between, 409 `upsert_branch_changed`, and repeating is right. An id of another deployment of the tenant is 409 `public_id_taken`, also where the caller cannot see that report; ' +
      'so is one of this deployment that the caller may not see. A `publicId` in the body must be that of the path. Every report here has a real id: `ambiguous_legacy_id` of the reference does not occur.',
  ),
  params: Type.Object({ deploymentId: Id, publicId: PublicId }),
  body: CreateReportInput,
  returns: Report,
  failures: [
    'deployment_not_found',
    'folder_not_found',
    'workbook_not_found',
    'item_access_denied',
    'public_id_fixed',
    'upsert_branch_changed',
    ...savedFailures,
  ],
  action: 'ReportEdit',
  example: {
    params: { deploymentId: 1042, publicId: 'k3V9qdLm20Za' },
    body: { name: 'Revenue by month', folderId: 2001 },
    returns: exampleReport,
  },
})

export const refreshReport = operation({
  ...common,
  id: 'refreshReport',
  method: 'PUT',
  path: '/api/v1/deployments/{deploymentId}/reports/{reportId}/refresh',
  summary: 'Record that the caller has refreshed a report',
  description: alsoForCreators(
    'Needs view. Sets `refreshedBy` and, for the caller, when it was last viewed; nothing of its definition changes, nor `updatedAt`. It is its own record: there is no audit entry.',
  ),
  params: ReportParams,
  returns: Report,
  failures: ['deployment_not_found', 'report_not_found'],
  action: 'ReportRead',
  skipsAutomaticAudit: true,
  example: { params: exampleParams, returns: { ...exampleReport, refreshedBy: 7 } },
})

export const connectReportToWorkbook = operation({
  ...common,
  id: 'connectReportToWorkbook',
  method: 'PUT',
  path: '/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook',
  summary: 'Record where a spreadsheet shows the result of a report',
  description: alsoForCreators(
    'Needs view. Sets the placement of that spreadsheet, one for each, at most 1000, and makes it the newest; nothing of the definition changes, nor `updatedAt`.',
  ),
  params: ReportParams,
  body: ConnectReportToWorkbookInput,
  returns: Report,
  failures: ['deployment_not_found', 'report_not_found'],
  action: 'ReportRead',
  audit: ['report', 'deployment'],
  example: {
    params: exampleParams,
    body: { externalWorkbookId: '1BxiMVs0XRA5', resultLocation: 'Sheet1!A1' },
    returns: { ...exampleReport, externalWorkbookPlacements: [{ workbookId: '1BxiMVs0XRA5', resultLocation: 'Sheet1!A1' }] },
  },
})
