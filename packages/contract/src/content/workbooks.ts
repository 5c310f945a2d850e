import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { pageQuery } from '../paging.ts'
import { Id, Maybe, Nullable, schema, Text, Type } from '../schema.ts'
import { contentBodies, contentCommon, countedPage, Deleted, FolderIdOrRoot, alsoForCreators, onePage } from './item-parts.ts'
import { CreateWorkbookInput, exampleWorkbook, UpdateWorkbookInput, Workbook } from './workbook-parts.ts'

const WorkbookParams = Type.Object({ deploymentId: Id, workbookId: Id })
const exampleParams = { deploymentId: 1042, workbookId: 2101 }
const common = { ...contentCommon, tag: 'Workbooks' } as const
const writing = { bodyLimitBytes: contentBodies.workbook, audit: ['workbook', 'deployment'] } as const
const savedFailures = ['dashboard_invalid', 'document_too_large'] as const

export const getWorkbooks = operation({
  ...common,
  id: 'getWorkbooks',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/workbooks',
  summary: 'List the workbooks that the caller can access, last changed first',
  description: alsoForCreators(
    `All of them without \`folderId\`; 0 is the root. A page ends early, with \`hasNextPage\`, at 8 MB of documents.`,
  ),
  params: DeploymentParams,
  query: Type.Object({ folderId: Type.Optional(Nullable(FolderIdOrRoot)), ...pageQuery }),
  returns: countedPage('WorkbooksListResponse', Workbook),
  failures: ['deployment_not_found', 'folder_not_found', 'invalid_cursor'],
  action: 'WorkbookRead',
  example: {
    params: { deploymentId: 1042 },
    query: { folderId: 2001 },
    returns: { items: [exampleWorkbook], data: [exampleWorkbook], count: 1, pageInfo: onePage },
  },
})

export const createWorkbook = operation({
  ...common,
  ...writing,
  id: 'createWorkbook',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/workbooks',
  summary: 'Create a workbook at the root of the workspace or in a folder',
  description: alsoForCreators(
    'Its creator owns it and has full access. Into a folder: edit on that. Without a name it is called `Untitled workbook`. `calculatedFields` is an own field of the request.',
  ),
  params: DeploymentParams,
  body: CreateWorkbookInput,
  returns: Workbook,
  failures: ['deployment_not_found', 'folder_not_found', 'item_access_denied', ...savedFailures],
  action: 'WorkbookEdit',
  idempotency: 'plain',
  example: { params: { deploymentId: 1042 }, body: { name: 'Revenue', folderId: 2001 }, returns: exampleWorkbook },
})

export const getWorkbook = operation({
  ...common,
  id: 'getWorkbook',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}',
  summary: 'Get one workbook with its draft and its published dashboard',
  description: alsoForCreators(`Needs view. Reading records no view.`),
  params: WorkbookParams,
  returns: Workbook,
  failures: ['deployment_not_found', 'workbook_not_found'],
  action: 'WorkbookRead',
  example: { params: exampleParams, returns: exampleWorkbook },
})

export const updateWorkbook = operation({
  ...common,
  ...writing,
  id: 'updateWorkbook',
  method: 'PUT',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}',
  summary: 'Change some fields of a workbook',
  description: alsoForCreators(
    'Needs edit; any request with a `folderId`, null being the root, needs full access, and edit on the destination if that is a folder. A field left out keeps its value, and so do `name`, `meta` and `calculatedFields` that are null. ' +
      '`meta` and `calculatedFields` replace the ones before; a `meta` without `dashboardDraft` removes the draft. A slug has 1 to 100 of a-z, 0-9, - and _, the first a letter or digit. One that another workbook of the deployment has is 409 `slug_taken`, also where the caller cannot see that workbook; ' +
      'with `slugTakeover: true` and edit on that workbook it is taken from it, which then has none.',
  ),
  params: WorkbookParams,
  body: UpdateWorkbookInput,
  returns: Workbook,
  failures: [
    'deployment_not_found',
    'workbook_not_found',
    'folder_not_found',
    'item_access_denied',
    'slug_invalid',
    'slug_taken',
    ...savedFailures,
  ],
  action: 'WorkbookEdit',
  example: { params: exampleParams, body: { slug: 'revenue' }, returns: exampleWorkbook },
})

export const deleteWorkbook = operation({
  ...common,
  id: 'deleteWorkbook',
  method: 'DELETE',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}',
  summary: 'Delete a workbook with its reports, its draft and its dashboard in every version',
  description: alsoForCreators(`Needs full access to the workbook; its reports go with it whatever their own grants say.`),
  params: WorkbookParams,
  returns: Deleted,
  failures: ['deployment_not_found', 'workbook_not_found', 'item_access_denied'],
  action: 'WorkbookManage',
  audit: ['workbook', 'report', 'dashboard', 'deployment'],
  example: { params: exampleParams, returns: {} },
})

export const upsertWorkbookBySlug = operation({
  ...common,
  ...writing,
  id: 'upsertWorkbookBySlug',
  method: 'PUT',
  path: '/api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug}',
  summary: 'Create the workbook of a slug, or change the one that has it',
  description: alsoForCreators(
    'The slug is trimmed and put in lowercase first. If a workbook has it, the fields sent are changed with the rights that updateWorkbook asks for, and `meta` is merged into the one that is stored, key by key at its first level; if none has, one is created with it. ' +
      'Applying the same again changes nothing and says so in the audit trail. Whether it creates or updates is decided and checked first, then once more under a lock on the slug; if it changed between, 409 `upsert_branch_changed`, and repeating is right. ' +
      'A slug of a workbook that the caller may not see is 409 `slug_taken`. The draft alone is written: publishing is apart.',
  ),
  params: Type.Object({ deploymentId: Id, slug: Text(200, { minLength: 1 }) }),
  body: CreateWorkbookInput,
  returns: Workbook,
  failures: [
    'deployment_not_found',
    'folder_not_found',
    'item_access_denied',
    'slug_invalid',
    'slug_taken',
    'upsert_branch_changed',
    ...savedFailures,
  ],
  action: 'WorkbookEdit',
  example: { params: { deploymentId: 1042, slug: 'revenue' }, body: { name: 'Revenue', folderId: 2001 }, returns: exampleWorkbook },
})

export const duplicateWorkbook = operation({
  ...common,
  id: 'duplicateWorkbook',
  method: 'POST',
  path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate',
  summary: 'Copy a workbook with its reports, its draft and its published dashboard',
  description: alsoForCreators(
    'Needs view. The copy is called `Copy of {name}`, cut to 255 characters, and belongs to the caller. Its draft and its dashboard name the copied reports; the dashboard is a new one, with its own public id, one version and `allowEmbed` false. ' +
      'Not copied: grants, views, favourites, slug, older versions, placements in spreadsheets. It lies beside the source if the caller has edit on that folder, else at the root. There is no limit of workbooks here. ' +
      '`shared: true` is for creator-mode sessions (else 403 `creator_mode_only`): the id is looked up in the shared workspace, and the copy is built from the published dashboard alone, a new report for each snapshot, published again, the same configuration as the draft, at the root of the creator’s workspace.',
  ),
  params: WorkbookParams,
  body: schema('DuplicateWorkbookInput', { shared: Maybe(Type.Boolean()) }),
  returns: Workbook,
  failures: ['deployment_not_found', 'workbook_not_found', 'creator_mode_only', 'dashboard_not_published'],
  action: 'WorkbookEdit',
  idempotency: 'plain',
  audit: ['workbook', 'deployment'],
  example: { params: exampleParams, body: {}, returns: { ...exampleWorkbook, id: 2102, name: 'Copy of Revenue', slug: null } },
})
