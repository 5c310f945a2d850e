import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, Nullable, schema, Text, Type } from '../schema.ts'
import {
  AcknowledgeBreaking,
  AcknowledgeWidening,
  branchFailures,
  maybePush,
  onRepository,
  pushRule,
  unnamedBranchRule,
} from './repository-parts.ts'

const params = DeploymentParams
const path = '/build/api/v1/deployments/{deploymentId}/data-model'
const common = { ...onRepository, tag: 'Data Model Uploads' } as const
const example = { params: { deploymentId: 1042 } }

const flag = (description: string) => Type.Optional(Nullable(Type.Boolean({ description })))
const UploadQuery = Type.Object({
  live: flag('The deploy branch, whatever branch the credential is on.'),
  branchName: Type.Optional(Nullable(Text(255, { description: unnamedBranchRule }))),
  useDeployProjectRoot: flag('Paths are inside the project root of the deployment (`deployProjectRoot`), not the repository.'),
})

export const UploadTransaction = schema('UploadTransaction', { id: Text(100) })
const FileHash = schema('FileHash', {
  hash: Type.String({ description: 'SHA-1 of the bytes, in lower-case hex; not the hash of a git blob.' }),
})
const sha1 = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'

export const fileHashes = operation({
  ...common,
  id: 'fileHashes',
  method: 'GET',
  path: `${path}/file-hashes`,
  summary: 'Get the hash of every file, to upload only what differs',
  description: 'Paths are relative and have no leading slash. Links and submodules are not files and not among them.',
  params,
  query: UploadQuery,
  returns: Type.Unsafe<Record<string, { hash: string }>>({ type: 'object', additionalProperties: FileHash }),
  failures: [...branchFailures],
  action: 'SchemaRead',
  example: { ...example, returns: { 'model/orders.yml': { hash: sha1 } } },
})

export const startUpload = operation({
  ...common,
  id: 'startUpload',
  method: 'POST',
  path: `${path}/upload/start`,
  summary: 'Open an upload to a branch',
  description:
    'It stays open for six hours and is bound to its branch and project root: later calls leave these out or say the same. Whoever may write the branch may go on with the upload. ' +
    'A deployment has at most 100 open at once. Older clients send `branchName` in the body.',
  params,
  query: UploadQuery,
  body: schema('StartUploadBody', { branchName: Maybe(Text(255)) }),
  returns: schema('StartUploadResponse', { transaction: UploadTransaction, deploymentName: Type.String() }),
  failures: [...branchFailures, 'deploy_branch_read_only', 'upload_limit'],
  action: 'SchemaUpdateDevBranches',
  idempotency: 'plain',
  audit: ['upload', 'branch', 'data_model'],
  example: { ...example, body: {}, returns: { transaction: { id: 'Zm9vYmFyYmF6cXV4' }, deploymentName: 'Storefront' } },
})

export const uploadFile = operation({
  ...common,
  id: 'uploadFile',
  method: 'POST',
  path: `${path}/upload/file`,
  summary: 'Put one file into an open upload',
  description:
    'The text fields come before the file. `transaction` is the id, or the JSON of the transaction object. The same name again replaces the file; a file is at most 10 MB, all of an upload 128 MB. ' +
    'Nothing of the branch changes before the upload is finished.',
  params,
  query: UploadQuery,
  body: schema('UploadFileBody', { transaction: Text(1000), fileName: Text(1000) }),
  isMultipart: true,
  returns: schema('UploadFileResponse', { success: Type.Boolean(), hash: Type.String() }),
  failures: [...branchFailures, 'deploy_branch_read_only', 'upload_not_found', 'file_path_invalid', 'file_limit', 'code_edits_restricted'],
  action: 'SchemaUpdateDevBranches',
  skipsAutomaticAudit: true,
  example: {
    ...example,
    body: { transaction: '{"id":"Zm9vYmFyYmF6cXV4"}', fileName: 'model/orders.yml' },
    returns: { success: true, hash: sha1 },
  },
})

export const finishUpload = operation({
  ...common,
  id: 'finishUpload',
  method: 'POST',
  path: `${path}/upload/finish`,
  summary: 'Commit an upload: every file of the manifest, in one commit',
  description:
    '`files` is the whole manifest, path to `{ hash }`, uploaded or unchanged. A file that is neither uploaded nor on the branch with this hash is refused and the upload stays open. ' +
    '`autoRemoveFiles` removes what the manifest does not name, of the project root alone if the upload was started for it. An upload that changes nothing makes no commit. Answers when the commit is durable. ' +
    `${pushRule} \`awaitGitOperations: false\` does not wait for the push.`,
  params,
  query: UploadQuery,
  body: schema('FinishUploadBody', {
    transaction: UploadTransaction,
    files: Type.Unsafe<Record<string, { hash: string }>>({ type: 'object', additionalProperties: FileHash, maxProperties: 10_000 }),
    autoRemoveFiles: Type.Optional(Nullable(Type.Boolean({ default: true }))),
    awaitGitOperations: Type.Optional(Nullable(Type.Boolean({ default: true }))),
    commitMessage: Maybe(Text(10_000)),
    branchName: Maybe(Text(255)),
    acknowledgeWidening: AcknowledgeWidening,
    acknowledgeBreaking: AcknowledgeBreaking,
  }),
  bodyLimitBytes: 16_777_216,
  returns: schema('FinishUploadResponse', { lastHash: Maybe(Type.String()), push: maybePush }),
  failures: [
    ...branchFailures,
    'upload_not_found',
    'upload_incomplete',
    'deploy_branch_read_only',
    'widening_unacknowledged',
    'breaking_unacknowledged',
    'file_path_invalid',
    'file_path_taken',
    'file_limit',
    'code_edits_restricted',
  ],
  action: 'SchemaUpdateDevBranches',
  idempotency: 'plain',
  audit: ['commit', 'upload', 'branch', 'data_model'],
  example: {
    ...example,
    body: { transaction: { id: 'Zm9vYmFyYmF6cXV4' }, files: { 'model/orders.yml': { hash: sha1 } } },
    returns: { lastHash: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2' },
  },
})
