import { operation } from '../operation.ts'
import { Nullable, OneOf, schema, type Static, Text, Timestamp, Type } from '../schema.ts'
import { DeploymentParams } from './deployment-parts.ts'

export const LogLine = schema('LogLine', { pod: Type.String(), date: Timestamp, message: Type.String() })
export type LogLine = Static<typeof LogLine>

export const logContainers = ['INIT', 'MAIN', 'cubejs-server', 'svc-server', 'vector', 'api-proxy'] as const

export const logs = operation({
  id: 'logs',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/logs',
  tag: 'Deployments',
  summary: 'Read the newest lines that the engines and builds of a deployment wrote, oldest first',
  description:
    'The last 1,000 lines that match. Without `source`, production and development together, by time. `pod` and `container` narrow those of production; without `container` it is `cubejs-server`, of which `svc-server` is another name. ' +
    'Lines are kept for some days (`FACET_ENGINE_LOG_DAYS`), at most 10,000 of a deployment.',
  params: DeploymentParams,
  query: Type.Object({
    source: Type.Optional(Nullable(OneOf('LogSource', ['production', 'dev']))),
    pod: Type.Optional(Nullable(Text(255))),
    container: Type.Optional(Nullable(OneOf('LogContainer', [...logContainers]))),
  }),
  returns: schema('LogsResponse', { items: Type.Array(LogLine) }),
  failures: ['deployment_not_found'],
  action: 'APMRead',
  reach: 'deployment',
  credentials: ['api_key'],
  example: {
    params: { deploymentId: 1042 },
    query: { source: 'production' },
    returns: { items: [{ pod: 'storefront-k3v9qd-1', date: '2026-11-16T12:00:00.000Z', message: 'The model was compiled.' }] },
  },
})
