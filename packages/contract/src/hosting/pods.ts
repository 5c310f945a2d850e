import { operation } from '../operation.ts'
import { Maybe, schema, type Static, Type } from '../schema.ts'
import { DeploymentParams } from './deployment-parts.ts'

export const Pod = schema('Pod', {
  name: Type.String(),
  type: Maybe(Type.String()),
  status: Maybe(Type.String({ description: 'starting, ready, draining or failed.' })),
  ready: Maybe(Type.Boolean()),
  restartCount: Maybe(Type.Integer()),
  containers: Maybe(Type.Array(Type.String())),
})
export type Pod = Static<typeof Pod>

export const pods = operation({
  id: 'pods',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/pods',
  tag: 'Deployments',
  summary: 'List the engine processes of a deployment that run right now',
  description: 'None while it sleeps: an engine starts with the first query.',
  params: DeploymentParams,
  returns: schema('PodsResponse', { items: Type.Array(Pod) }),
  failures: ['deployment_not_found'],
  action: 'DeploymentRead',
  reach: 'deployment',
  credentials: ['api_key'],
  presets: ['ci'],
  example: {
    params: { deploymentId: 1042 },
    returns: {
      items: [{ name: 'storefront-k3v9qd-1', type: 'api', status: 'ready', ready: true, restartCount: 0, containers: ['cubejs-server'] }],
    },
  },
})
