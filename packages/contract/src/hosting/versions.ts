import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { schema, type Static, Type } from '../schema.ts'
import { DeploymentParams } from './deployment-parts.ts'
import { ReleaseChannel } from './deployment-settings-parts.ts'

export const DeploymentVersion = schema('DeploymentVersion', {
  releaseChannelVersion: Type.String({ description: 'Image-style: cubejs/cube:v1.7.43.' }),
  version: Type.String({ description: 'Bare: 1.7.43.' }),
  releaseChannel: ReleaseChannel,
  isLatestInChannel: Type.Boolean(),
  isCurrent: Type.Boolean(),
})
export type DeploymentVersion = Static<typeof DeploymentVersion>

const exampleVersion: DeploymentVersion = {
  releaseChannelVersion: 'cubejs/cube:v1.7.43',
  version: '1.7.43',
  releaseChannel: 'latest',
  isLatestInChannel: true,
  isCurrent: true,
}

export const listDeploymentVersions = operation({
  id: 'listDeploymentVersions',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/versions',
  tag: 'Deployments',
  summary: 'List the engine versions this deployment can move to: the newest of each channel, and those the tenant has run',
  params: DeploymentParams,
  query: PageQuery,
  returns: page('DeploymentVersionsResponse', DeploymentVersion),
  failures: ['deployment_not_found', 'invalid_cursor'],
  action: 'DeploymentRead',
  reach: 'deployment',
  credentials: ['api_key'],
  presets: ['ci'],
  example: {
    params: { deploymentId: 1042 },
    returns: { items: [exampleVersion], data: [exampleVersion], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
  },
})
