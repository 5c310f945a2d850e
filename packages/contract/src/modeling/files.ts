import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { JsonObject, Maybe, schema, Text, Type } from '../schema.ts'
import { branchChoice, branchFailures, DataModelWriteResponse, onRepository, unnamedBranchRule } from './repository-parts.ts'

export const fileLimits = { maxBytes: 10_485_760, maxFiles: 10_000 } as const

const params = DeploymentParams
const path = '/build/api/v1/deployments/{deploymentId}/data-model/files'
const example = { params: { deploymentId: 1042 } }

const FilePath = Text(1000, { description: 'Inside the repository, with or without a leading slash.' })

export const listFiles = operation({
  ...onRepository,
  id: 'listFiles',
  method: 'GET',
  path,
  summary: 'Get the tree of the data model, with the content of its files if asked',
  description:
    'Each entry is `{ path, type: "file" | "directory", children?, content?, encoding? }` with paths from the root (`/model/cubes/orders.yml`); what is not UTF-8, or holds a NUL, comes with ' +
    '`encoding: "base64"`. Links and submodules are listed with `isSymlink` or `isSubmodule`, never followed and without content. ' +
    `${unnamedBranchRule} ` +
    '`showLastCLIUpload` shows the branch as its last upload left it, and nothing before the first.',
  params,
  query: Type.Object({
    withContent: Type.Optional(Type.Boolean()),
    branchName: Type.Optional(Text(255)),
    showLastCLIUpload: Type.Optional(Type.Boolean()),
  }),
  returns: schema('SourceTreeResponse', {
    items: Maybe(
      Type.Array(JsonObject, { description: 'The same as `data`. Left out with `withContent`, which would send every file twice.' }),
    ),
    data: Type.Array(JsonObject),
  }),
  failures: ['deployment_not_found', 'branch_not_found', 'branch_expired', 'not_own_branch'],
  action: 'SchemaRead',
  example: {
    ...example,
    query: { withContent: true },
    returns: {
      data: [{ path: '/model', type: 'directory', children: [{ path: '/model/orders.yml', type: 'file', content: 'cubes: []\n' }] }],
    },
  },
})

const writeRule =
  'All files or none. Only personal dev-mode branches are written; `branchName` or `branchId` names one and wins over the branch the credential is on. ' +
  'A file is at most 10 MB, a data model at most 10,000 files; paths that leave the repository, reach what git acts upon (`.git`, `.gitmodules`, `.gitattributes`), ' +
  'could not be kept on every disk, or differ only in case are refused. With `modelCodeEdits: secrets`, files with code need SecretsManage. A save that changes nothing makes no commit.'

const writeFailures = [...branchFailures, 'not_dev_branch', 'file_path_invalid', 'code_edits_restricted'] as const

export const updateFiles = operation({
  ...onRepository,
  id: 'updateFiles',
  method: 'PUT',
  path,
  summary: 'Create or overwrite files',
  description: writeRule,
  params,
  body: schema('UpdateDataModelFilesInput', {
    files: Type.Array(
      schema('DataModelFileContent', {
        path: FilePath,
        content: Type.String(),
        encoding: Maybe(
          Type.Unsafe<'utf8' | 'base64'>({
            type: 'string',
            enum: ['utf8', 'base64'],
            description: 'Own field: how `content` is written; utf8 when left out.',
          }),
        ),
      }),
      { maxItems: fileLimits.maxFiles },
    ),
    ...branchChoice,
  }),
  bodyLimitBytes: 67_108_864,
  returns: DataModelWriteResponse,
  failures: [...writeFailures, 'file_path_taken', 'file_too_large', 'file_limit'],
  action: 'SchemaUpdateDevBranches',
  audit: ['commit', 'branch', 'data_model'],
  example: {
    ...example,
    body: { branchName: 'dev-ada-3f9c2b1d', files: [{ path: '/model/orders.yml', content: 'cubes: []\n' }] },
    returns: { success: true },
  },
})

export const removeFiles = operation({
  ...onRepository,
  id: 'removeFiles',
  method: 'DELETE',
  path,
  summary: 'Delete files; a path that names a folder deletes what is in it',
  description: writeRule,
  params,
  body: schema('RemoveDataModelFilesInput', {
    files: Type.Array(schema('DataModelFilePath', { path: FilePath }), { maxItems: fileLimits.maxFiles }),
    ...branchChoice,
  }),
  returns: DataModelWriteResponse,
  failures: [...writeFailures, 'file_not_found'],
  action: 'SchemaUpdateDevBranches',
  audit: ['commit', 'branch', 'data_model'],
  example: { ...example, body: { branchName: 'dev-ada-3f9c2b1d', files: [{ path: '/model/orders.yml' }] }, returns: { success: true } },
})

export const renameFiles = operation({
  ...onRepository,
  id: 'renameFiles',
  method: 'POST',
  path: `${path}/rename`,
  summary: 'Rename files; a path that names a folder renames the folder',
  description: `${writeRule} A new path that is taken is refused; names can be swapped in one call.`,
  params,
  body: schema('RenameDataModelFilesInput', {
    files: Type.Array(schema('DataModelFileRename', { path: FilePath, newPath: FilePath }), { maxItems: fileLimits.maxFiles }),
    ...branchChoice,
  }),
  returns: DataModelWriteResponse,
  failures: [...writeFailures, 'file_not_found', 'file_path_taken', 'file_limit'],
  action: 'SchemaUpdateDevBranches',
  idempotency: 'plain',
  audit: ['commit', 'branch', 'data_model'],
  example: {
    ...example,
    body: { branchName: 'dev-ada-3f9c2b1d', files: [{ path: '/model/orders.yml', newPath: '/model/sales.yml' }] },
    returns: { success: true },
  },
})
