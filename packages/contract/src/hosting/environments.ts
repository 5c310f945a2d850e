import { operation } from '../operation.ts'
import { offsetQuery, PageInfo, pageQuery, Pagination } from '../paging.ts'
import { Maybe, Nullable, OneOf, schema, type Static, Type } from '../schema.ts'
import { DeploymentParams } from './deployment-parts.ts'

export const EnvironmentType = OneOf('EnvironmentType', ['production', 'staging', 'development'])

const ApiCredential = schema('EnvironmentApiCredential', {
  type: OneOf('EnvironmentApiCredentialType', ['rest', 'sql']),
  version: Type.Integer({ minimum: 1 }),
  url: Maybe(Type.String()),
  host: Maybe(Type.String()),
  port: Maybe(Type.Integer({ minimum: 1 })),
  database: Maybe(Type.String()),
})

export const Environment = schema('Environment', {
  id: Type.String({ description: 'A number, as text.' }),
  type: EnvironmentType,
  branch: Maybe(Type.String({ description: 'The branch it serves: for production, the deploy branch.' })),
  user: Maybe(Type.String({ description: 'Whose it is, for one of development.' })),
  api_credentials: Type.Array(ApiCredential),
})
export type Environment = Static<typeof Environment>

export const exampleEnvironment: Environment = {
  id: '1043',
  type: 'production',
  branch: 'main',
  user: null,
  api_credentials: [{ type: 'rest', version: 1, url: 'https://acme.example.com/deployment/storefront-k3v9qd/cubejs-api/v1' }],
}

export const EnvironmentsListResponse = schema('EnvironmentsListResponse', {
  items: Type.Array(Environment),
  data: Type.Array(Environment, { description: 'The same as `items`, for older clients.' }),
  pageInfo: Maybe(PageInfo),
  pagination: Pagination,
})

export const getDeploymentEnvironments = operation({
  id: 'getDeploymentEnvironments',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/environments',
  tag: 'Environments',
  summary: 'List the environments of a deployment, oldest first',
  description: 'Every deployment has one of type `production`, from its creation, which serves the deploy branch.',
  params: DeploymentParams,
  query: Type.Object({ type: Type.Optional(Nullable(EnvironmentType)), ...offsetQuery, ...pageQuery }),
  returns: EnvironmentsListResponse,
  failures: ['deployment_not_found', 'invalid_cursor', 'mixed_paging'],
  action: 'DeploymentRead',
  reach: 'deployment',
  credentials: ['api_key'],
  presets: ['ci'],
  example: {
    params: { deploymentId: 1042 },
    returns: {
      items: [exampleEnvironment],
      data: [exampleEnvironment],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
      pagination: { total: 1, offset: 0, limit: 100 },
    },
  },
})
