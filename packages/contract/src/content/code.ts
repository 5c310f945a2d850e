import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import { archiveLimits } from './code-parts.ts'

const files =
  '`folders/*.json`, `reports/*.json`, and of each workbook `workbooks/{slug or key}/workbook.json`, `dashboard.json` for what is published with its snapshots, and `reports/*.json`. ' +
  'JSON with sorted keys; no numeric ids: folders go by path, reports and dashboards by public id, workbooks by slug or key, and a CHART of a dashboard names its report as `report:{publicId}`.'

export const exportContent = operation({
  id: 'exportContent',
  method: 'GET',
  database: 'steps',
  path: '/api/v1/deployments/{deploymentId}/content/export',
  tag: 'Workspace',
  summary: 'Stream the content of a deployment as a tar archive of files, to be kept in git and imported',
  description:
    `What the caller may see of the console’s workspace: ${files} ` +
    'The same content gives the same bytes. Owners and grants, by email and name, are in the export of an administrator of the tenant alone. `revision` says what was exported: an import tells by it what was changed since. ' +
    'Not among it: earlier versions of dashboards, views, favourites, places in spreadsheets, and reports of workbooks that the caller may not see. An archive that ends without its closing blocks is not whole.',
  params: DeploymentParams,
  returns: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }),
  streams: 'application/x-tar',
  failures: ['deployment_not_found'],
  action: 'AIBIView',
  reach: 'deployment',
  credentials: ['api_key'],
  own: true,
  example: { params: { deploymentId: 1042 }, returns: 'content.tar' },
})

const Count = Type.Integer({ minimum: 0 })
const outcomes = ['create', 'update', 'unchanged', 'conflict', 'refused'] as const

export const ContentPlanItem = schema('ContentPlanItem', {
  path: Type.String({ description: 'The file of the archive.' }),
  type: OneOf('ContentPlanItemType', ['FOLDER', 'REPORT', 'WORKBOOK', 'DASHBOARD']),
  name: Type.String(),
  outcome: OneOf('ContentPlanOutcome', [...outcomes]),
  reason: Maybe(
    schema('ContentPlanReason', {
      code: Type.String({ description: 'As the operation that does the same by hand answers.' }),
      message: Type.String(),
    }),
  ),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'What of the file is not taken over, such as an owner who is not here.' })),
})
export type ContentPlanItem = Static<typeof ContentPlanItem>

export const ContentPlan = schema('ContentPlan', {
  isDryRun: Type.Boolean(),
  counts: schema('ContentPlanCounts', { create: Count, update: Count, unchanged: Count, conflict: Count, refused: Count }),
  items: Type.Array(ContentPlanItem, {
    maxItems: 10_000,
    description: 'What is refused first, then conflicts, creations, updates and what is unchanged; the first 10000.',
  }),
  omitted: Type.Integer({ minimum: 0, description: 'How many more there are.' }),
})
export type ContentPlan = Static<typeof ContentPlan>

export const importContent = operation({
  id: 'importContent',
  method: 'POST',
  database: 'steps',
  locks: 'content',
  path: '/api/v1/deployments/{deploymentId}/content/import',
  tag: 'Workspace',
  summary: 'Make the content of a deployment what an archive of files says',
  description:
    'Takes what the export gives, changed or not, as the part `file`: a tar archive without compression, of 512 MB and 100000 files at most; links, devices, sparse files and other names are refused. All or nothing; applying it twice changes nothing. Others go on saving in the workspace meanwhile; an item that somebody changes while it is imported is 409 `content_import_overtaken`. One import runs in a workspace at a time; another, and a save that waits for one too long, is 503 `content_import_running`. What the archive does not hold is left as it is: nothing is deleted. ' +
    'Folders are found by path, reports and dashboards by public id, workbooks by key and then by slug; each is made or changed as by hand, with the same rights and refusals. A new item is the caller’s; an administrator of the tenant sets owners and grants as the file says, and for others both are left as they are. Owners and grantees who are not here are left out, and `notes` says so. ' +
    'An item that differs from the file and was changed since the export (`revision`), and since the last import, is a conflict: 409 `content_import_conflict` unless `onConflict=overwrite`. With `dryRun` the plan is answered and nothing changes, whatever it says. ' +
    'Public ids of the console are unique in a tenant: `publicIds=derive` gives reports and dashboards ids of their own, the same each time, for an import into another deployment of the tenant that they were exported from.',
  params: DeploymentParams,
  query: Type.Object({
    dryRun: Maybe(Type.Boolean()),
    onConflict: Maybe(OneOf('ContentImportOnConflict', ['refuse', 'overwrite'])),
    publicIds: Maybe(OneOf('ContentImportPublicIds', ['keep', 'derive'])),
  }),
  body: schema('ImportContentBody', {
    fileName: Maybe(Text(1000, { description: 'As other uploads have it; the content alone counts.' })),
  }),
  isMultipart: true,
  headers: ['content-length'],
  fileLimit: { bytes: archiveLimits.maxBytes, tooLarge: 'content_archive_too_large' },
  returns: ContentPlan,
  failures: [
    'deployment_not_found',
    'content_archive_invalid',
    'content_archive_no_room',
    'content_import_conflict',
    'content_import_overtaken',
    'content_import_refused',
    'document_too_large',
    'grant_limit',
    'public_id_taken',
  ],
  action: 'WorkbookEdit',
  reach: 'deployment',
  credentials: ['api_key'],
  presets: ['ci'],
  audit: ['folder', 'workbook', 'report', 'dashboard', 'deployment'],
  own: true,
  example: {
    params: { deploymentId: 1042 },
    query: { dryRun: true },
    body: {},
    returns: {
      isDryRun: true,
      counts: { create: 0, update: 1, unchanged: 12, conflict: 0, refused: 0 },
      items: [{ path: 'reports/k3V9qdLm20Za.json', type: 'REPORT', name: 'Revenue by month', outcome: 'update' }],
      omitted: 0,
    },
  },
})
