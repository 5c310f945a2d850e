import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { schema, Text, Type } from '../schema.ts'
import { DeploymentParams } from './deployment-parts.ts'

export const maskedValue = '[ENCRYPTED]'

/** Whether a variable of this name holds a secret, as far as a name can tell. */
export const isSecretName = (name: string): boolean => /PASS|SECRET|TOKEN|KEY|CREDENTIAL/i.test(name)

const variable = { name: Text(255, { minLength: 1 }), value: Text(65_536) }
const EnvVariableItem = schema('EnvVariableItem', variable)
export const EnvVariableInput = schema('EnvVariableInput', variable)

export const EnvVariablesListResponse = page('EnvVariablesListResponse', EnvVariableItem)

const examplePage = {
  items: [{ name: 'CUBEJS_DB_PASS', value: maskedValue }],
  data: [{ name: 'CUBEJS_DB_PASS', value: maskedValue }],
  pageInfo: { hasNextPage: false, hasPreviousPage: false },
}
const masking = 'Values of names that contain PASS, SECRET, TOKEN, KEY or CREDENTIAL, in any case, come back as `[ENCRYPTED]`.'

export const getEnvVariables = operation({
  id: 'getEnvVariables',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/env-vars',
  tag: 'Env Variables',
  summary: 'List the environment variables of a deployment by name',
  description: `${masking} Without \`first\` the whole list comes at once; a deployment holds at most 1,000 variables.`,
  params: DeploymentParams,
  query: PageQuery,
  returns: EnvVariablesListResponse,
  failures: ['deployment_not_found', 'invalid_cursor'],
  action: 'SecretsManage',
  reach: 'deployment',
  credentials: ['api_key'],
  example: { params: { deploymentId: 1042 }, returns: examplePage },
})

export const SetEnvVariablesInput = schema('SetEnvVariablesInput', { env_variables: Type.Array(EnvVariableInput, { maxItems: 1000 }) })

export const setEnvVariables = operation({
  id: 'setEnvVariables',
  method: 'PUT',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/env-vars',
  tag: 'Env Variables',
  summary: 'Add or change environment variables; those not named keep their values',
  description:
    `${masking} Sending that mask back as a value is refused, so a list that was read cannot overwrite secrets. New names are POSIX identifiers; names that steer ` +
    'the runtime (NODE_OPTIONS, LD_*, PATH and the like) or are set by the platform are refused. When one name comes twice, the last value stands.',
  params: DeploymentParams,
  body: SetEnvVariablesInput,
  returns: EnvVariablesListResponse,
  failures: [
    'deployment_not_found',
    'env_variable_name_invalid',
    'env_variable_name_reserved',
    'env_variable_value_masked',
    'env_variable_limit',
  ],
  action: 'SecretsManage',
  reach: 'deployment',
  credentials: ['api_key'],
  audit: ['env_variable', 'deployment'],
  example: {
    params: { deploymentId: 1042 },
    body: { env_variables: [{ name: 'CUBEJS_DB_PASS', value: 'correct horse' }] },
    returns: examplePage,
  },
})

export const deleteEnvVariable = operation({
  id: 'deleteEnvVariable',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/env-vars/{name}',
  tag: 'Env Variables',
  summary: 'Remove one environment variable',
  params: Type.Object({ ...DeploymentParams.properties, name: Text(255, { minLength: 1 }) }),
  returns: EnvVariablesListResponse,
  failures: ['deployment_not_found', 'env_variable_not_found'],
  action: 'SecretsManage',
  reach: 'deployment',
  credentials: ['api_key'],
  audit: ['env_variable', 'deployment'],
  own: true,
  example: { params: { deploymentId: 1042, name: 'CUBEJS_DB_NAME' }, returns: examplePage },
})
