import { operation } from '../operation.ts'
import { offsetQuery, PageInfo, pageQuery, Pagination } from '../paging.ts'
import { Id, JsonObject, Maybe, Nullable, schema, type Static, Text, Timestamp, Type } from '../schema.ts'
import { DeploymentParams } from './deployment-parts.ts'

/** What a token for the data API may be used for. */
export const dataScopes = ['meta', 'data', 'sql', 'graphql'] as const
export type DataScope = (typeof dataScopes)[number]

const EnvironmentParams = Type.Object({ deploymentId: Id, environmentId: Id })

export const EnvironmentToken = schema('EnvironmentToken', {
  token: Type.String(),
  security_context: JsonObject,
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type EnvironmentToken = Static<typeof EnvironmentToken>

const exampleToken: EnvironmentToken = {
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImZhY2V0LWRhdGEifQ.eyJqdGkiOiJxVjBtIn0.c2lnbmF0dXJl',
  security_context: { region: 'eu' },
  created_at: '2026-11-16T12:00:00.000Z',
  expires_at: '2026-11-16T13:00:00.000Z',
}

export const EnvironmentTokensListResponse = schema('EnvironmentTokensListResponse', {
  items: Type.Array(EnvironmentToken),
  data: Type.Array(EnvironmentToken, { description: 'The same as `items`, for older clients.' }),
  pageInfo: Maybe(PageInfo),
  pagination: Pagination,
})

const environmentTokens = {
  tag: 'Environments',
  database: 'whole',
  params: EnvironmentParams,
  action: 'SecretsManage',
  reach: 'deployment',
  credentials: ['api_key'],
} as const

export const getDeploymentEnvironmentTokens = operation({
  id: 'getDeploymentEnvironmentTokens',
  method: 'GET',
  path: '/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens',
  summary: 'List the tokens of an environment that have not expired, oldest first',
  query: Type.Object({ ...offsetQuery, ...pageQuery }),
  returns: EnvironmentTokensListResponse,
  failures: ['deployment_not_found', 'environment_not_found', 'invalid_cursor', 'mixed_paging'],
  example: {
    params: { deploymentId: 1042, environmentId: 1043 },
    returns: {
      items: [exampleToken],
      data: [exampleToken],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
      pagination: { total: 1, offset: 0, limit: 100 },
    },
  },
  ...environmentTokens,
})

export const CreateEnvironmentTokenInput = schema('CreateEnvironmentTokenInput', {
  security_context: JsonObject,
  expires_in: Maybe(Type.Integer({ minimum: 1, maximum: 3600, description: 'Seconds; 3600 when left out.' })),
  scopes: Type.Optional(
    Nullable(
      Type.Array(Text(100), {
        maxItems: 20,
        description: 'Of meta, data, sql and graphql; all when left out. For a token of metadata only `meta`.',
      }),
    ),
  ),
})
export type CreateEnvironmentTokenInput = Static<typeof CreateEnvironmentTokenInput>

export const EnvironmentTokenResponse = schema('EnvironmentTokenResponse', { data: EnvironmentToken })

const creating = {
  ...environmentTokens,
  method: 'POST',
  body: CreateEnvironmentTokenInput,
  returns: EnvironmentTokenResponse,
  failures: [
    'deployment_not_found',
    'environment_not_found',
    'data_scope_invalid',
    'security_context_reserved',
    'security_context_too_large',
  ],
  idempotency: 'sealed',
  audit: ['environment', 'deployment'],
  example: {
    params: { deploymentId: 1042, environmentId: 1043 },
    body: { security_context: { region: 'eu' }, expires_in: 3600 },
    returns: { data: exampleToken },
  },
} as const

export const createDeploymentEnvironmentToken = operation({
  id: 'createDeploymentEnvironmentToken',
  path: '/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens',
  summary: 'Make a token for the data API of an environment, with a security context of your own',
  description:
    'Queries see `security_context` as it was sent; what the platform sets itself (`cubeCloud`, `u`, `scope`, registered claims) is refused in it. The token ends with its time, with the key that made it, ' +
    'with the owner of that key or their right to make it, and with the environment.',
  ...creating,
})

export const createDeploymentEnvironmentTokenForMetaSync = operation({
  id: 'createDeploymentEnvironmentTokenForMetaSync',
  path: '/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync',
  summary: 'Make a token that reads the metadata of an environment and nothing else',
  description: 'As the other tokens of an environment, for its metadata alone: no query is answered to it.',
  ...creating,
})

export const DeploymentTokenResponse = schema('DeploymentTokenResponse', { cubeApiToken: Type.String() })

export const deploymentToken = operation({
  id: 'deploymentToken',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/token',
  tag: 'Deployments',
  summary: 'Make a short-lived token for the data API, with the security context of the caller',
  description:
    'For ten minutes, in the header `Authorization` of the data API. Of a user it carries their security context and attributes, as they are when it is used; of an embed session who its user is to a query, and it ends with that session.',
  params: DeploymentParams,
  returns: DeploymentTokenResponse,
  failures: ['deployment_not_found'],
  action: 'DeploymentRead',
  reach: 'deployment',
  credentials: ['api_key', 'embed'],
  skipsAutomaticAudit: true,
  example: { params: { deploymentId: 1042 }, returns: { cubeApiToken: exampleToken.token } },
})

/** Each kind of token and what its owner must be allowed, when it is made and for as long as it lives. There is no kind without an action. */
export const dataTokenActions = {
  environment: createDeploymentEnvironmentToken.action,
  meta_sync: createDeploymentEnvironmentTokenForMetaSync.action,
  deployment: deploymentToken.action,
} as const
export type DataTokenKind = keyof typeof dataTokenActions
