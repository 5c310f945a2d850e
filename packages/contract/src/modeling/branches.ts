import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { pageQuery, PageInfo } from '../paging.ts'
import { Id, Maybe, schema, type Static, Text, Timestamp, Type } from '../schema.ts'
import {
  branchFailures,
  DataModelWriteResponse,
  ExpiresInSeconds,
  maybeBranchName,
  onRepository,
  remoteFailures,
} from './repository-parts.ts'

export const BranchResponse = schema('BranchResponse', {
  id: Id,
  name: Type.String(),
  parentBranch: Maybe(Type.String()),
  lastHash: Maybe(Type.String({ description: 'The commit at its head.' })),
  isStagingEnvironmentEnabled: Maybe(Type.Boolean()),
  kind: Type.Unsafe<'deploy' | 'shared' | 'dev'>({ type: 'string', enum: ['deploy', 'shared', 'dev'], description: 'Own field.' }),
  expiresAt: Maybe(Timestamp),
})
export type BranchResponse = Static<typeof BranchResponse>

const exampleBranch: BranchResponse = {
  id: 2051,
  name: 'revenue-rework',
  parentBranch: 'main',
  lastHash: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2',
  isStagingEnvironmentEnabled: false,
  kind: 'shared',
}

export const listBranches = operation({
  ...onRepository,
  id: 'listBranches',
  method: 'GET',
  path: '/build/api/v1/deployments/{deploymentId}/branches',
  summary: 'List the branches of the data model by name; personal dev-mode branches are shown to those they belong to',
  description: 'Without `first` the whole list comes at once; a deployment holds at most 1,000 branches.',
  params: DeploymentParams,
  query: Type.Object(pageQuery),
  returns: schema('BranchesListResponse', {
    items: Type.Array(BranchResponse),
    data: Type.Array(BranchResponse, { description: 'The same as `items`, for older clients.' }),
    pageInfo: Maybe(PageInfo),
  }),
  failures: ['deployment_not_found', 'invalid_cursor'],
  action: 'SchemaRead',
  example: { params: { deploymentId: 1042 }, returns: { items: [exampleBranch], data: [exampleBranch] } },
})

export const DevBranchResponse = schema('DevBranchResponse', {
  active: Type.Boolean({ description: 'Whether the credential is on a personal dev-mode branch after the call.' }),
  branchName: Maybe(Type.String()),
  parentBranch: Maybe(Type.String()),
})

export const createBranch = operation({
  ...onRepository,
  id: 'createBranch',
  method: 'POST',
  path: '/build/api/v1/deployments/{deploymentId}/branches',
  summary: 'Create a shared branch',
  description:
    'The new branch starts at the head of `from`, the deploy branch when left out, which becomes its parent. `activate` (older clients: `enterDevMode`) points the ' +
    'credential at it without forking, so that it is shown but not written; `startDevMode` makes the personal branch files are written on. Names starting with `dev-` are kept for those.',
  params: DeploymentParams,
  body: schema('CreateBranchRequest', {
    name: Text(255),
    from: maybeBranchName,
    activate: Maybe(Type.Boolean()),
    enterDevMode: Maybe(Type.Boolean({ description: 'What older clients send for `activate`.' })),
    expiresInSeconds: ExpiresInSeconds,
  }),
  returns: DevBranchResponse,
  failures: [
    'deployment_not_found',
    'branch_not_found',
    'branch_expired',
    'branch_name_invalid',
    'branch_name_taken',
    'branch_limit',
    'not_own_branch',
  ],
  action: 'SchemaUpdateDevBranches',
  idempotency: 'plain',
  audit: ['branch', 'data_model'],
  example: {
    params: { deploymentId: 1042 },
    body: { name: 'revenue-rework', from: 'main' },
    returns: { active: false, branchName: 'revenue-rework', parentBranch: 'main' },
  },
})

export const deleteBranch = operation({
  ...onRepository,
  id: 'deleteBranch',
  method: 'DELETE',
  path: '/build/api/v1/deployments/{deploymentId}/branches',
  summary: 'Delete a branch; branches made from it get its parent as theirs, and whoever is on it in dev mode leaves it',
  description:
    'The branch of the git remote stays unless `removeOnUpstream` is true. It stays all the same, and the answer is `remote_moved`, when it has commits there that are not here.',
  params: DeploymentParams,
  query: Type.Object({ branchName: Text(255), removeOnUpstream: Type.Optional(Type.Boolean()) }),
  returns: DataModelWriteResponse,
  failures: [
    'deployment_not_found',
    'branch_not_found',
    'branch_expired',
    'branch_required',
    'deploy_branch_kept',
    'not_own_branch',
    'remote_not_connected',
    'remote_moved',
    'remote_push_refused',
    ...remoteFailures,
  ],
  action: 'SchemaUpdateDevBranches',
  audit: ['branch', 'data_model'],
  own: true,
  example: { params: { deploymentId: 1042 }, query: { branchName: 'revenue-rework' }, returns: { success: true } },
})

export const setBranchStagingEnvironment = operation({
  ...onRepository,
  id: 'setBranchStagingEnvironment',
  method: 'PUT',
  path: '/build/api/v1/deployments/{deploymentId}/branches/staging-environment',
  summary: 'Switch the staging environment of a shared branch',
  description:
    'This version has no staging environments. The request is checked, and then returns 501 `not_in_this_version`. Nothing is stored. ' +
    'Exactly one of `branchName` and `branchId`. Personal dev-mode branches and the deploy branch have no staging environment.',
  params: DeploymentParams,
  body: schema('SetBranchStagingEnvironmentRequest', { enabled: Type.Boolean(), branchName: maybeBranchName, branchId: Maybe(Id) }),
  returns: schema('SetBranchStagingEnvironmentResponse', { data: BranchResponse }),
  failures: [...branchFailures, 'not_shared_branch', 'not_in_this_version'],
  action: 'SchemaUpdate',
  skipsAutomaticAudit: true,
  example: {
    params: { deploymentId: 1042 },
    body: { enabled: true, branchName: 'revenue-rework' },
    returns: { data: { ...exampleBranch, isStagingEnvironmentEnabled: true } },
  },
})

export const startDevMode = operation({
  ...onRepository,
  id: 'startDevMode',
  method: 'POST',
  path: '/build/api/v1/deployments/{deploymentId}/dev-mode',
  summary: 'Enter dev mode: a personal branch made from a shared one, on which files are written',
  description:
    '`branchName` is the branch to fork; without it the request returns `branch_required`. The personal branch belongs to the user (or service account), the deployment and the parent: entering the same parent again finds it again. Calls of this credential that name no ' +
    'branch then mean it, also those that mean the deploy branch otherwise. Runs that share a credential should name `branchName` in every call, which always wins, and may ask for a branch of their own with `fresh`.',
  params: DeploymentParams,
  body: schema('StartDevModeRequest', {
    branchName: maybeBranchName,
    fresh: Maybe(Type.Boolean({ description: 'Own field: a new personal branch for this run alone, which no other call is pointed at.' })),
    expiresInSeconds: ExpiresInSeconds,
  }),
  returns: DevBranchResponse,
  failures: [...branchFailures, 'branch_limit'],
  action: 'SchemaUpdateDevBranches',
  idempotency: 'plain',
  audit: ['branch', 'data_model'],
  example: {
    params: { deploymentId: 1042 },
    body: { branchName: 'main' },
    returns: { active: true, branchName: 'dev-ada-3f9c2b1d', parentBranch: 'main' },
  },
})

export const stopDevMode = operation({
  ...onRepository,
  id: 'stopDevMode',
  method: 'DELETE',
  database: 'whole',
  path: '/build/api/v1/deployments/{deploymentId}/dev-mode',
  summary: 'Leave dev mode; the personal branch stays. Answers the same when the credential was not in it',
  params: DeploymentParams,
  returns: DataModelWriteResponse,
  failures: ['deployment_not_found'],
  action: 'SchemaUpdateDevBranches',
  audit: ['branch', 'data_model'],
  example: { params: { deploymentId: 1042 }, returns: { success: true } },
})
