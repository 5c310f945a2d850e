import { DeploymentParams } from '../hosting/deployment-parts.ts'
import { operation } from '../operation.ts'
import { schema, type Static, Text, Type } from '../schema.ts'
import { branchFailures, onRepository } from './repository-parts.ts'

export const DataModelProblem = schema('DataModelProblem', {
  fileName: Type.Optional(Type.String({ description: 'From the root of the repository. Left out where it belongs to no file.' })),
  line: Type.Optional(Type.Integer({ minimum: 1, description: 'Own field.' })),
  message: Type.String(),
})
export type DataModelProblem = Static<typeof DataModelProblem>

export const ValidateDataModelResponse = schema('ValidateDataModelResponse', {
  branchName: Type.String({ description: 'The branch that was looked at.' }),
  valid: Type.Boolean(),
  errors: Type.Array(DataModelProblem),
  cubesCount: Type.Integer({ minimum: 0 }),
  viewsCount: Type.Integer({ minimum: 0, description: 'Own field.' }),
  warnings: Type.Array(DataModelProblem, {
    description: 'Own field: what compiles and yet does not work as written, and the dev-mode branch that was not checked.',
  }),
  lastHash: Type.String({ description: 'Own field: the commit that was compiled.' }),
})
export type ValidateDataModelResponse = Static<typeof ValidateDataModelResponse>

export const validateDataModel = operation({
  ...onRepository,
  id: 'validateDataModel',
  method: 'GET',
  path: '/build/api/v1/deployments/{deploymentId}/data-model/validate',
  summary: 'Compile the data model of a branch and say what is wrong with it',
  description:
    'With the engine version and the variables of the deployment, as a build would; nothing is built, and the warehouse is not asked. Without a branch: the deploy branch, or with `devMode=true` ' +
    'the personal branch that the credential is on, as it was last saved. When the deploy branch is checked for a credential in dev mode, `warnings` names the branch that was not. Errors come by file and line. Values of variables do not show: their names stand there instead.',
  params: DeploymentParams,
  query: Type.Object({ branchName: Type.Optional(Text(255)), devMode: Type.Optional(Type.Boolean()) }),
  returns: ValidateDataModelResponse,
  failures: [...branchFailures, 'driver_not_installed', 'engine_unavailable'],
  action: 'SchemaRead',
  own: true,
  example: {
    params: { deploymentId: 1042 },
    query: { branchName: 'revenue-rework' },
    returns: {
      branchName: 'revenue-rework',
      valid: false,
      errors: [{ fileName: 'model/orders.yml', line: 3, message: 'orders cube: "sql_table" is required' }],
      cubesCount: 0,
      viewsCount: 0,
      warnings: [],
      lastHash: '0f4c1b7d2a9e6c35f8d7b6a5948372615041f3e2',
    },
  },
})
