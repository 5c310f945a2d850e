import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { PageInfo, pageQuery } from '../paging.ts'
import { Id, Maybe, NoContent, Nullable, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import {
  CalculatedFields,
  contentCommon,
  contentLimits,
  ContentParams,
  FolderIdOrRoot,
  itemFields,
  itemRef,
  alsoForCreators,
  onePage,
  ResourceOwner,
  WorkspaceItemRef,
  WorkspaceItemRefInput,
  WorkspaceItemType,
} from './item-parts.ts'
import { PublicId, reportFields } from './report-parts.ts'
import { exampleWorkbook, workbookFields, WorkbookMeta } from './workbook-parts.ts'

export const WorkspaceItem = schema(
  'WorkspaceItem',
  {
    ...itemFields,
    ...reportFields,
    ...workbookFields,
    meta: WorkbookMeta,
    calculatedFields: CalculatedFields,
    position: Type.Optional(Type.Integer({ description: 'Of a folder.' })),
    parentId: Maybe(Id),
    updatedBy: Maybe(Type.Integer({ minimum: 1 })),
    publicId: Type.Optional(PublicId),
    refreshedByUser: Type.Optional(ResourceOwner),
  },
  {
    description:
      'A folder, a workbook or a report, as `type` says, with the fields of its kind. `meta` and `calculatedFields` are there for every kind, and empty where the kind has none: clients of the reference take each item for a workbook.',
  },
)
export type WorkspaceItem = Static<typeof WorkspaceItem>

const WorkspacePage = schema('WorkspaceConnectionResponse', { items: Type.Array(WorkspaceItem), pageInfo: PageInfo })

const query = Type.Object({
  folderId: Type.Optional(Nullable(FolderIdOrRoot)),
  types: Type.Optional(
    Nullable(
      Type.Union([WorkspaceItemType, Type.Array(WorkspaceItemType, { maxItems: 3 })], {
        description: 'One type or several; repeat the parameter. All when left out.',
      }),
    ),
  ),
  search: Type.Optional(Nullable(Text(200))),
  orderByField: Type.Optional(Nullable(OneOf('WorkspaceOrderByField', ['updated_at', 'created_at', 'name', 'viewer_last_viewed_at']))),
  orderByDirection: Type.Optional(Nullable(OneOf('SortDirection', ['ASC', 'DESC']))),
  ...pageQuery,
})

const feedRules =
  'One level: the root, unless `folderId` names another, 0 being the root. `search` is a part of the name, in any case, over all folders, whatever `folderId` says; one or two letters are the start of the name. Folders come first, by position; ' +
  'the rest by `updated_at` unless `orderByField` says otherwise, names ascending and times descending unless `orderByDirection` says otherwise, equals by id. With `viewer_last_viewed_at` what was never viewed comes last, and there is no `after`. ' +
  'Reports of a workbook are in the workbook and not in the feed. A page ends early, with `hasNextPage`, at 8 MB of documents. '

const common = { ...contentCommon, tag: 'Workspace', action: 'AIBIView' } as const
const feedFailures = ['deployment_not_found', 'folder_not_found', 'invalid_cursor', 'unpaged_order'] as const
const exampleFeed = {
  params: { deploymentId: 1042 },
  query: { folderId: 2001, types: ['WORKBOOK'] },
  returns: { items: [exampleWorkbook], pageInfo: onePage },
}

export const workspaceObjects = operation({
  ...common,
  id: 'workspaceObjects',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/workspace',
  summary: 'List folders, workbooks and reports that the caller can access, as one feed',
  description: alsoForCreators(`${feedRules}Kinds that no role of the caller can read are left out.`),
  params: DeploymentParams,
  query,
  returns: WorkspacePage,
  failures: feedFailures,
  example: exampleFeed,
})

export const sharedWorkspaceObjects = operation({
  ...common,
  id: 'sharedWorkspaceObjects',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/shared-workspace',
  summary: 'List what the console has shared with embed users, as one feed',
  description:
    'Of the console’s workspace: what is shared with all embed users, and with the embed tenant of the session; the same for every caller of one embed tenant. A shared folder shows everything below it; of a shared item the folders above are shown for navigation, and nothing else in these. ' +
    'Owners and editors are blanked; a workbook comes without its draft and other `meta`, with what is published, if the caller gets that from getDashboard: without `allowEmbed` it is null but for creators and for what is shared with all embed users; a report without its placements. Any embed token may ask; a caller of the console, or of no embed tenant, sees what is shared with all embed users. ' +
    `Nobody views here, so \`viewer_last_viewed_at\` is the order by \`updated_at\`. ${feedRules.trimEnd()}`,
  params: DeploymentParams,
  query,
  returns: WorkspacePage,
  failures: feedFailures,
  action: 'EmbedDeploymentRead',
  example: exampleFeed,
})

const Failed = Type.Array(
  schema('WorkspaceBulkFailure', {
    ...itemRef,
    error: schema('BulkActionError', { status: Type.Integer(), message: Type.String() }),
  }),
)
const Items = Type.Array(WorkspaceItemRefInput, { minItems: 1, maxItems: contentLimits.bulkItems })
const itemFailures = ['folder_not_found', 'workbook_not_found', 'report_not_found', 'item_access_denied'] as const
const itemKinds = ['folder', 'workbook', 'report', 'deployment'] as const

const moveRules =
  'Needs, of a workbook or a folder, full access to it; of a report, edit on it and a role with ReportManage; of each, edit on the destination if that is a folder. 0 or null is the root. ' +
  'A report of a workbook does not move alone. Owners and direct grants stay; what was inherited is that of the new place. '

export const moveWorkspaceObject = operation({
  ...common,
  id: 'moveWorkspaceObject',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/workspace/move',
  summary: 'Move a folder, a workbook or a report to a folder or to the root',
  description: alsoForCreators(
    `${moveRules}A folder goes neither into itself nor below itself, nor deeper than ten levels, and its name is unique where it goes. Moving to where it lies changes nothing.`,
  ),
  params: DeploymentParams,
  body: schema('MoveWorkspaceObjectInput', { ...itemRef, folderId: Maybe(FolderIdOrRoot) }),
  returns: WorkspaceItem,
  failures: [
    'deployment_not_found',
    ...itemFailures,
    'folder_into_itself',
    'folder_too_deep',
    'folder_name_taken',
    'report_follows_workbook',
  ],
  idempotency: 'plain',
  audit: itemKinds,
  example: { params: { deploymentId: 1042 }, body: { type: 'WORKBOOK', id: 2101, folderId: 2001 }, returns: exampleWorkbook },
})

const bulkRules =
  'In the order sent, repeats once, each for itself: what fails is listed with the status and message that the single operation would have, and the rest is done. Empty `failed`: all of it. '

export const bulkMoveWorkspaceObjects = operation({
  ...common,
  id: 'bulkMoveWorkspaceObjects',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/workspace/bulk-move',
  summary: 'Move up to 100 items to one folder or to the root',
  description: alsoForCreators(`${bulkRules}${moveRules.trimEnd()}`),
  params: DeploymentParams,
  body: schema('BulkMoveWorkspaceObjectsInput', { items: Items, folderId: Maybe(FolderIdOrRoot) }),
  returns: schema('BulkMoveWorkspaceObjectsResponse', { moved: Type.Array(WorkspaceItem), failed: Failed }),
  failures: ['deployment_not_found'],
  audit: itemKinds,
  example: {
    params: { deploymentId: 1042 },
    body: { items: [{ type: 'WORKBOOK', id: 2101 }], folderId: 2001 },
    returns: { moved: [exampleWorkbook], failed: [] },
  },
})

export const bulkDeleteWorkspaceObjects = operation({
  ...common,
  id: 'bulkDeleteWorkspaceObjects',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/workspace/bulk-delete',
  summary: 'Delete up to 100 items',
  description: alsoForCreators(
    `${bulkRules}As deleteFolder, deleteWorkbook and deleteReport do, with the rights and the roles that these need.`,
  ),
  params: DeploymentParams,
  body: schema('BulkDeleteWorkspaceObjectsInput', { items: Items }),
  returns: schema('BulkDeleteWorkspaceObjectsPayload', { deleted: Type.Array(WorkspaceItemRef), failed: Failed }),
  failures: ['deployment_not_found'],
  audit: ['folder', 'workbook', 'report', 'dashboard', 'deployment'],
  example: {
    params: { deploymentId: 1042 },
    body: {
      items: [
        { type: 'WORKBOOK', id: 2101 },
        { type: 'FOLDER', id: 2001 },
      ],
    },
    returns: {
      deleted: [{ type: 'WORKBOOK', id: 2101 }],
      failed: [{ type: 'FOLDER', id: 2001, error: { status: 400, message: 'Folder 2001 has sub-folders. Move or delete these first.' } }],
    },
  },
})

const favourite = {
  ...common,
  path: '/api/v1/deployments/{deploymentId}/content/{type}/{id}/favorite',
  params: ContentParams,
  returns: NoContent,
  status: 204,
  skipsAutomaticAudit: true,
  own: true,
  example: { params: { deploymentId: 1042, type: 'WORKBOOK', id: 2101 }, returns: null },
} as const

export const addFavorite = operation({
  ...favourite,
  id: 'addFavorite',
  method: 'PUT',
  summary: 'Make a folder, workbook or report a favourite of the caller',
  description: alsoForCreators(`Needs view. Adding it again changes nothing. Favourites are the caller’s own and in no audit trail.`),
  failures: ['deployment_not_found', 'folder_not_found', 'workbook_not_found', 'report_not_found'],
})

export const removeFavorite = operation({
  ...favourite,
  id: 'removeFavorite',
  method: 'DELETE',
  summary: 'Take a folder, workbook or report from the favourites of the caller',
  description: alsoForCreators(`Needs view. Removing what is none changes nothing.`),
  failures: ['deployment_not_found', 'folder_not_found', 'workbook_not_found', 'report_not_found'],
})
