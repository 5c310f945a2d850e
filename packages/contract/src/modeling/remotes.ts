import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { Maybe, schema, type Static, Text, Timestamp, Type } from '../schema.ts'
import {
  BranchPush,
  branchFailures,
  onRepository,
  pushEventHeaders,
  remoteFailures,
  RemoteHostKey,
  unnamedBranchRule,
} from './repository-parts.ts'

const params = DeploymentParams
const path = '/build/api/v1/deployments/{deploymentId}/remote'
const common = { ...onRepository, tag: 'Git Remotes', own: true } as const
const example = { params: { deploymentId: 1042 } }

export const Remote = schema('Remote', {
  url: Type.String(),
  username: Maybe(Type.String()),
  hasToken: Type.Boolean(),
  sshPublicKey: Maybe(
    Type.String({ description: 'Add it to the repository as a deploy key, with write access if branches are to be pushed.' }),
  ),
  hostKeys: Type.Array(RemoteHostKey, { description: 'Pinned when the remote was connected; a host that shows another key is refused.' }),
  connectedAt: Timestamp,
  pushes: Type.Array(BranchPush, { description: 'What became of the last push of each branch, by name.' }),
})
export type Remote = Static<typeof Remote>

const exampleRemote: Remote = {
  url: 'https://git.acme.example/model.git',
  username: 'facet',
  hasToken: true,
  hostKeys: [],
  connectedAt: '2026-11-15T10:00:00.000Z',
  pushes: [
    {
      branchName: 'main',
      state: 'pushed',
      lastHash: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2',
      attempts: 0,
      pushedAt: '2026-11-15T10:05:00.000Z',
    },
  ],
}

export const getRemote = operation({
  ...common,
  id: 'getRemote',
  method: 'GET',
  database: 'whole',
  path,
  summary: 'Get the git remote of the data model and what became of its pushes; its secrets are not shown',
  params,
  returns: Remote,
  failures: ['deployment_not_found', 'remote_not_connected'],
  action: 'SchemaRead',
  example: { ...example, returns: exampleRemote },
})

const RemoteUrl = Text(2000, { description: 'https://host/path.git, ssh://user@host/path.git or user@host:path.git' })

export const connectRemote = operation({
  ...common,
  id: 'connectRemote',
  method: 'PUT',
  path,
  summary: 'Connect the data model to a git remote, or change how it is reached',
  description:
    'Over HTTPS with a token, which is kept sealed; left out, the present one stays as long as scheme, host and port of the URL do, and is forgotten otherwise: it is sent to no other host. Over SSH with a key pair ' +
    'made here, of which only the public half is shown and which stays until `newSshKey`. The keys the host shows are pinned when a URL first names it, and again after disconnecting. ' +
    'Nothing is fetched or pushed yet: add the public key at the host, test the connection, then pull. The address for push notices is shown when the remote is first connected, and whenever it is made anew with `newWebhook`.',
  params,
  body: schema('ConnectRemoteInput', {
    url: RemoteUrl,
    username: Maybe(Text(200, { pattern: '^[^:\\u0000-\\u001f]+$', description: 'For HTTPS with a token; `git` when left out.' })),
    token: Maybe(Text(4000, { description: 'For HTTPS. Over SSH it is neither used nor kept.' })),
    newSshKey: Maybe(Type.Boolean({ description: 'Make a new key pair in place of the present one.' })),
    newWebhook: Maybe(Type.Boolean({ description: 'Make a new address for push notices; the one before ends.' })),
  }),
  returns: schema('ConnectRemoteResponse', { remote: Remote, webhookUrl: Maybe(Type.String({ description: 'Holds a secret.' })) }),
  failures: ['deployment_not_found', ...remoteFailures],
  action: 'SecretsManage',
  presets: [],
  audit: ['remote'],
  example: {
    ...example,
    body: { url: 'https://git.acme.example/model.git', token: 'glpat-…' },
    returns: {
      remote: exampleRemote,
      webhookUrl: 'https://acme.example.com/build/api/v1/deployments/1042/remote/push-notice?token=…',
    },
  },
})

export const disconnectRemote = operation({
  ...common,
  id: 'disconnectRemote',
  method: 'DELETE',
  path,
  summary: 'Forget the git remote with its secrets; branches and files stay',
  params,
  returns: schema('DisconnectRemoteResponse', { success: Type.Boolean() }),
  failures: ['deployment_not_found', 'remote_not_connected'],
  action: 'SecretsManage',
  presets: [],
  audit: ['remote'],
  example: { ...example, returns: { success: true } },
})

export const testRemote = operation({
  ...common,
  id: 'testRemote',
  method: 'POST',
  path: `${path}/test`,
  summary: 'Test the connection to the git remote, and say what is wrong with it',
  params,
  returns: schema('TestRemoteResponse', {
    isReachable: Type.Boolean(),
    message: Type.String({ description: '`Repository is reachable`, or the cause in words.' }),
    cause: Maybe(Type.String({ description: 'The code of the failure, such as `remote_auth_failed`.' })),
    branches: Type.Array(Type.String()),
  }),
  failures: ['deployment_not_found', 'remote_not_connected'],
  action: 'SchemaUpdate',
  audit: ['remote'],
  example: { ...example, returns: { isReachable: true, message: 'Repository is reachable', branches: ['main'] } },
})

export const pushBranch = operation({
  ...common,
  id: 'pushBranch',
  method: 'POST',
  path: `${path}/push`,
  summary: 'Push a shared branch to the git remote; nothing there is overwritten',
  description:
    `${unnamedBranchRule} Personal ones are not pushed. ` +
    'A push only ever adds: where the remote has commits of the branch that are not here, it is refused with `remote_moved`. Pull, then push again. ' +
    'A push whose answer was lost can be sent again: it finds the remote where it should be, and `isPushed` is false when the service went down between the push and its record.',
  params,
  body: schema('PushBranchInput', { branchName: Type.Optional(Text(255)) }),
  returns: schema('PushBranchResponse', {
    isPushed: Type.Boolean({ description: 'False when the remote had it all.' }),
    lastHash: Type.String(),
  }),
  failures: [...branchFailures, 'not_shared_branch', 'remote_not_connected', 'remote_moved', 'remote_push_refused', ...remoteFailures],
  action: 'SchemaUpdate',
  idempotency: 'plain',
  audit: ['branch', 'remote'],
  example: { ...example, body: { branchName: 'main' }, returns: { isPushed: true, lastHash: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2' } },
})

export const receivePushNotice = operation({
  ...common,
  id: 'receivePushNotice',
  method: 'POST',
  path: `${path}/push-notice`,
  summary: 'What a git host calls after a push: pulls the branch',
  description:
    'Push notices of GitHub, GitLab, Bitbucket and Azure DevOps are understood, and any request with the header `x-git-event: push`, whose `ref` may be left out for the deploy branch. ' +
    'The sender proves itself by the token in the address alone. 201: the branch moved. 204: another event, a branch not kept here, or nothing new. A branch is pulled for a notice once in 30 seconds at most; ' +
    'more are refused with `webhook_cooldown`, so that a push delivered five times is one pull. The pull goes on when the sender hangs up.',
  params,
  // Git hosts and proxies add parameters of their own.
  query: Type.Object({ token: Type.Optional(Text(200)) }, { additionalProperties: true }),
  headers: pushEventHeaders,
  body: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  bodyLimitBytes: 5_242_880,
  returns: schema('PushNoticeResponse', { buildTriggered: Type.Boolean() }),
  statuses: [201, 204],
  failures: [
    'webhook_token_invalid',
    'webhook_cooldown',
    'merge_conflict',
    'remote_not_connected',
    'remote_branch_not_found',
    ...remoteFailures,
    'branch_not_found',
    'file_path_invalid',
    'file_path_taken',
    'file_too_large',
    'file_limit',
  ],
  action: null,
  credentials: [],
  presets: [],
  skipsAutomaticAudit: true,
  example: { ...example, query: { token: '…' }, body: { ref: 'refs/heads/main' }, returns: { buildTriggered: true } },
})
