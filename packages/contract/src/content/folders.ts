import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { page, pageQuery, PageQuery } from '../paging.ts'
import { Id, Maybe, NoContent, Nullable, schema, type Static, Type } from '../schema.ts'
import {
  contentCommon,
  contentLimits,
  countedPage,
  FolderIdOrRoot,
  IsFavorite,
  itemFields,
  ItemName,
  itemPlaces,
  alsoForCreators,
  onePage,
} from './item-parts.ts'

export const Folder = schema('Folder', {
  ...itemFields,
  position: Type.Integer({ description: 'Among its siblings, smallest first.' }),
  parentId: Maybe(Id),
  updatedBy: Maybe(Type.Integer({ minimum: 1 })),
  isFavorite: IsFavorite,
})
export type Folder = Static<typeof Folder>

export const exampleFolder: Folder = {
  id: 2001,
  name: 'Finance',
  type: 'FOLDER',
  ...itemPlaces,
  position: 0,
  parentId: null,
  folderPath: [],
  createdBy: 7,
}

const FolderParams = Type.Object({ deploymentId: Id, folderId: Id })
const exampleParams = { deploymentId: 1042, folderId: 2001 }
const Position = Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Left out: behind the last of its siblings.' })
const common = { ...contentCommon, tag: 'Folders' } as const

export const getFolders = operation({
  ...common,
  id: 'getFolders',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/folders',
  summary: 'List the folders of one level, by position',
  description: alsoForCreators(
    'The root level unless `parentId` names another, 0 being the root; never more than one level. Those of one position by id. A folder shows if the caller owns it, was granted it, or can see ' +
      `something below it; the last is for navigation alone.`,
  ),
  params: DeploymentParams,
  query: Type.Object({ parentId: Type.Optional(Nullable(FolderIdOrRoot)), ...pageQuery }),
  returns: countedPage('FoldersListResponse', Folder),
  failures: ['deployment_not_found', 'folder_not_found', 'invalid_cursor'],
  action: 'FolderRead',
  example: {
    params: { deploymentId: 1042 },
    query: { parentId: 0 },
    returns: { items: [exampleFolder], data: [exampleFolder], count: 1, pageInfo: onePage },
  },
})

export const createFolder = operation({
  ...common,
  id: 'createFolder',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/folders',
  summary: 'Create a folder at the root of the workspace or inside another folder',
  description: alsoForCreators(
    `Its creator owns it and has full access. Inside a parent: edit on that. ${contentLimits.folderDepth} levels at most. ` +
      `A name is unique in its parent, case ignored, whether or not the caller can see the other folder.`,
  ),
  params: DeploymentParams,
  body: schema('CreateFolderInput', { name: ItemName, parentId: Maybe(FolderIdOrRoot), position: Maybe(Position) }),
  returns: Folder,
  failures: ['deployment_not_found', 'folder_not_found', 'item_access_denied', 'folder_too_deep', 'folder_name_taken'],
  action: 'FolderEdit',
  idempotency: 'plain',
  audit: ['folder', 'deployment'],
  example: { params: { deploymentId: 1042 }, body: { name: 'Finance' }, returns: exampleFolder },
})

export const updateFolder = operation({
  ...common,
  id: 'updateFolder',
  method: 'PUT',
  path: '/api/v1/deployments/{deploymentId}/folders/{folderId}',
  summary: 'Rename a folder or change its place among its siblings',
  description: alsoForCreators(`Needs edit. A field left out, or null, keeps its value. The parent is changed by a move and not here.`),
  params: FolderParams,
  body: schema('UpdateFolderInput', { name: Maybe(ItemName), position: Maybe(Position) }),
  returns: Folder,
  failures: ['deployment_not_found', 'folder_not_found', 'item_access_denied', 'folder_name_taken'],
  action: 'FolderEdit',
  audit: ['folder', 'deployment'],
  example: { params: exampleParams, body: { name: 'Finance' }, returns: exampleFolder },
})

export const deleteFolder = operation({
  ...common,
  id: 'deleteFolder',
  method: 'DELETE',
  path: '/api/v1/deployments/{deploymentId}/folders/{folderId}',
  summary: 'Delete a folder that has no sub-folders; what lies in it goes to the root',
  description: alsoForCreators(
    'Needs full access. Workbooks and reports in it are not deleted: they lie at the root afterwards, where what they had through the folder is gone and ' +
      `their own grants and owners remain.`,
  ),
  params: FolderParams,
  returns: NoContent,
  status: 204,
  failures: ['deployment_not_found', 'folder_not_found', 'item_access_denied', 'folder_has_folders'],
  action: 'FolderManage',
  audit: ['folder', 'deployment'],
  example: { params: exampleParams, returns: null },
})

export const getFolderAncestors = operation({
  ...common,
  id: 'getFolderAncestors',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/folders/{folderId}/ancestors',
  summary: 'Get the folders from the root down to a folder, itself included',
  description: alsoForCreators(
    `Whoever sees a folder sees its path: of those above that the caller could not see otherwise, as navigation.`,
  ),
  params: FolderParams,
  returns: Type.Array(Folder),
  failures: ['deployment_not_found', 'folder_not_found'],
  action: 'FolderRead',
  example: { params: exampleParams, returns: [exampleFolder] },
})

export const ReportFolder = schema('ReportFolder', {
  id: Id,
  name: Type.String(),
  reportsCount: Type.Integer({ minimum: 0, description: 'Reports directly in it that the caller can see; counted up to 10000.' }),
})

const exampleReportFolder = { id: 2001, name: 'Finance', reportsCount: 3 }

export const listReportFolders = operation({
  ...common,
  id: 'listReportFolders',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/report-folders',
  summary: 'List every folder that the caller can see, with how many reports lie in it; for older clients',
  description: alsoForCreators(`Of all levels, in order of id. A folder of reports is a folder as any other: there is one kind.`),
  params: DeploymentParams,
  query: PageQuery,
  returns: page('ReportFoldersListResponse', ReportFolder),
  failures: ['deployment_not_found', 'invalid_cursor'],
  action: 'FolderRead',
  own: true,
  example: {
    params: { deploymentId: 1042 },
    returns: { items: [exampleReportFolder], data: [exampleReportFolder], pageInfo: onePage },
  },
})
