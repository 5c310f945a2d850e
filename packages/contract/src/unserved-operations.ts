import { operations } from './generated/operations.ts'
import type { OperationShape } from './operation.ts'

type Address = Pick<OperationShape, 'id' | 'method' | 'path'>

/** An operation of the reference that this version does not serve. Its path answers so, and not as if the thing it names were absent. */
export type UnservedOperation = Address & {
  /** Data tokens are checked by the gateway, which answers these paths wherever it runs. */
  takesDataToken?: true
}

const below = (bases: readonly `/${string}`[], list: readonly Address[]): Address[] =>
  bases.flatMap((base) => list.map((unserved) => ({ ...unserved, path: `${base}${unserved.path}` as const })))

const management: Address[] = [
  { id: 'getNotifications', method: 'GET', path: '/api/v1/deployments/{deploymentId}/notifications' },
  { id: 'createNotification', method: 'POST', path: '/api/v1/deployments/{deploymentId}/notifications' },
  { id: 'getNotification', method: 'GET', path: '/api/v1/deployments/{deploymentId}/notifications/{id}' },
  { id: 'updateNotification', method: 'PUT', path: '/api/v1/deployments/{deploymentId}/notifications/{id}' },
  { id: 'deleteNotification', method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/notifications/{id}' },
  { id: 'getRecipients', method: 'GET', path: '/api/v1/deployments/{deploymentId}/notifications/{id}/recipients' },
  { id: 'addRecipients', method: 'POST', path: '/api/v1/deployments/{deploymentId}/notifications/{id}/recipients' },
  { id: 'removeRecipients', method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/notifications/{id}/recipients' },
  { id: 'installations', method: 'GET', path: '/api/v1/github/installations' },
  { id: 'repositories', method: 'GET', path: '/api/v1/github/installations/{installationId}/repositories' },
  { id: 'branches', method: 'GET', path: '/api/v1/github/repositories/{owner}/{repo}/branches' },
  { id: 'status', method: 'GET', path: '/api/v1/github/status' },
  { id: 'listOAuthIntegrations', method: 'GET', path: '/api/v1/oauth-integrations' },
  { id: 'createOAuthIntegration', method: 'POST', path: '/api/v1/oauth-integrations' },
  { id: 'getOAuthIntegration', method: 'GET', path: '/api/v1/oauth-integrations/{id}' },
  { id: 'updateOAuthIntegration', method: 'PUT', path: '/api/v1/oauth-integrations/{id}' },
  { id: 'deleteOAuthIntegration', method: 'DELETE', path: '/api/v1/oauth-integrations/{id}' },
  { id: 'listOidcTokenConfigs', method: 'GET', path: '/api/v1/oidc-token-configs' },
  { id: 'createOidcTokenConfig', method: 'POST', path: '/api/v1/oidc-token-configs' },
  { id: 'getOidcTokenConfig', method: 'GET', path: '/api/v1/oidc-token-configs/{id}' },
  { id: 'updateOidcTokenConfig', method: 'PUT', path: '/api/v1/oidc-token-configs/{id}' },
  { id: 'deleteOidcTokenConfig', method: 'DELETE', path: '/api/v1/oidc-token-configs/{id}' },
  { id: 'listUserOAuthTokens', method: 'GET', path: '/api/v1/user-oauth-tokens' },
  { id: 'getUserOAuthToken', method: 'GET', path: '/api/v1/user-oauth-tokens/{integrationId}' },
  { id: 'revokeUserOAuthToken', method: 'DELETE', path: '/api/v1/user-oauth-tokens/{integrationId}' },
  { id: 'initiateOAuthFlow', method: 'POST', path: '/api/v1/user-oauth-tokens/{integrationId}/initiate' },
  { id: 'connect', method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/github/connect' },
]

const scim: Address[] = [
  { id: 'listUsers', method: 'GET', path: '/Users' },
  { id: 'createUser', method: 'POST', path: '/Users' },
  { id: 'getUser', method: 'GET', path: '/Users/{id}' },
  { id: 'replaceUser', method: 'PUT', path: '/Users/{id}' },
  { id: 'patchUser', method: 'PATCH', path: '/Users/{id}' },
  { id: 'deleteUser', method: 'DELETE', path: '/Users/{id}' },
  { id: 'listGroups', method: 'GET', path: '/Groups' },
  { id: 'createGroup', method: 'POST', path: '/Groups' },
  { id: 'getGroup', method: 'GET', path: '/Groups/{id}' },
  { id: 'replaceGroup', method: 'PUT', path: '/Groups/{id}' },
  { id: 'patchGroup', method: 'PATCH', path: '/Groups/{id}' },
  { id: 'deleteGroup', method: 'DELETE', path: '/Groups/{id}' },
]

const chat: Address[] = [
  { id: 'streamChatState', method: 'POST', path: '/chat/stream-chat-state' },
  { id: 'abortChat', method: 'POST', path: '/chat/abort' },
]

const data: Address[] = [
  { id: 'loadV1', method: 'POST', path: '/v1/load' },
  { id: 'cubesqlV1', method: 'POST', path: '/v1/cubesql' },
  { id: 'metaV1', method: 'GET', path: '/v1/meta' },
]

/** Where a request goes: the names of parameters do not tell two paths apart. */
const addressOf = ({ method, path }: Omit<Address, 'id'>): string => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

const served = new Set(Object.values<OperationShape>(operations).map(addressOf))

/**
 * What the reference has and `operations` has not: one that gets built is served, listed here or not. The families beside the
 * management API stand below every base that clients are known to use.
 */
export const unservedOperations: readonly UnservedOperation[] = [
  ...management,
  ...below(['/scim/v2', '/api/scim/v2'], scim),
  ...below(['/api/v1/public/{account}/agents/{agentId}'], chat),
  ...below(['/cubejs-api', '/deployment/{name}/cubejs-api', '/deployment/{name}/dev-mode/{branchName}/cubejs-api'], data).map(
    (address) => ({ ...address, takesDataToken: true as const }),
  ),
].filter((operation) => !served.has(addressOf(operation)))
