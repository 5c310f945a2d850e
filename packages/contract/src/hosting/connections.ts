import { operation } from '../operation.ts'
import { Maybe, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import { DeploymentParams } from './deployment-parts.ts'
import { EnvVariableInput } from './env-variables.ts'

export const ConnectionTestResponse = schema('ConnectionTestResponse', {
  ok: Type.Boolean(),
  message: Type.String({
    description: 'What was found, and what to do about it. Values of variables do not show: their names stand there instead.',
  }),
  cause: Maybe(
    OneOf('ConnectionCause', [
      'not_configured',
      'host_not_allowed',
      'host_not_found',
      'refused',
      'timeout',
      'auth_failed',
      'database_not_found',
      'tls',
      'failed',
    ]),
  ),
  durationMs: Type.Integer({ minimum: 0, description: 'Of the whole test; starting the driver takes most of it.' }),
})
export type ConnectionTestResponse = Static<typeof ConnectionTestResponse>

export const testConnection = operation({
  id: 'testConnection',
  method: 'POST',
  database: 'steps',
  path: '/api/v1/deployments/{deploymentId}/connection-test',
  tag: 'Deployments',
  summary: 'Test whether the warehouse of a deployment can be reached, and say what is wrong',
  description:
    'With the variables of the deployment, and over them those that are sent, which are not stored. The driver that queries use asks the warehouse one small question, from where queries are run. ' +
    'It takes a minute at most.',
  params: DeploymentParams,
  body: schema('ConnectionTestInput', {
    dataSource: Maybe(
      Text(100, { pattern: '^[A-Za-z_][A-Za-z0-9_]*$', description: 'One of CUBEJS_DATASOURCES; `default` when left out.' }),
    ),
    env_variables: Maybe(Type.Array(EnvVariableInput, { maxItems: 1000 })),
  }),
  returns: ConnectionTestResponse,
  failures: [
    'deployment_not_found',
    'data_source_unknown',
    'driver_not_installed',
    'engine_unavailable',
    'env_variable_name_invalid',
    'env_variable_name_reserved',
    'env_variable_value_masked',
    'env_variable_limit',
  ],
  action: 'SecretsManage',
  reach: 'deployment',
  credentials: ['api_key'],
  audit: ['deployment'],
  own: true,
  example: {
    params: { deploymentId: 1042 },
    body: { env_variables: [{ name: 'CUBEJS_DB_HOST', value: 'warehouse.example.com' }] },
    returns: { ok: true, message: 'The warehouse answers.', cause: null, durationMs: 840 },
  },
})
