import { NoEffect } from '../no-effect.ts'
import { operation } from '../operation.ts'
import { offsetQuery, PageInfo, Pagination, pageQuery } from '../paging.ts'
import { Id, Maybe, Nullable, schema, type Static, Text, Type } from '../schema.ts'
import { CreationStep, DeploymentName, DeploymentParams, deploymentChoices } from './deployment-parts.ts'
import { DeploymentSettings, exampleSettings, UpdateDeploymentInput } from './deployment-settings-parts.ts'

const { CloudProvider, CreationMethod, DeployMode } = deploymentChoices

export const Deployment = schema('Deployment', {
  id: Id,
  name: Type.String(),
  deploymentUrl: Type.String({ description: 'Base address of the data API of this deployment; exists from creation.' }),
  creationStep: CreationStep,
})
export type Deployment = Static<typeof Deployment>

export const exampleDeployment: Deployment = {
  id: 1042,
  name: 'Storefront',
  deploymentUrl: 'https://acme.example.com/deployment/storefront-k3v9qd',
  creationStep: 'ready',
}

export const DeploymentsListResponse = schema('DeploymentsListResponse', {
  items: Type.Array(Deployment),
  data: Type.Array(Deployment, { description: 'The same as `items`, for older clients.' }),
  pageInfo: Maybe(PageInfo),
  pagination: Pagination,
  count: Maybe(Type.Integer({ minimum: 0 })),
  totalCount: Maybe(Type.Integer({ minimum: 0 })),
})

export const getDeployments = operation({
  id: 'getDeployments',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/deployments',
  tag: 'Deployments',
  summary: 'List the deployments the caller can access, oldest first',
  description:
    'Two paging styles: `first` with `after`, or the deprecated `offset` with `limit`; both at once is refused. Counts stop at 10,000.',
  query: Type.Object({
    creationStep: Type.Optional(
      Type.Union([CreationStep, Type.Array(CreationStep, { maxItems: 8 })], { description: 'One step or several; repeat the parameter.' }),
    ),
    ...offsetQuery,
    ...pageQuery,
  }),
  returns: DeploymentsListResponse,
  failures: ['invalid_cursor', 'mixed_paging'],
  action: 'DeploymentRead',
  reach: 'caller',
  credentials: ['api_key'],
  presets: ['ci'],
  example: {
    query: { first: 1 },
    returns: {
      items: [exampleDeployment],
      data: [exampleDeployment],
      pageInfo: {
        hasNextPage: false,
        hasPreviousPage: false,
        startCursor: 'WyJnZXREZXBsb3ltZW50cyIsMTA0Ml0',
        endCursor: 'WyJnZXREZXBsb3ltZW50cyIsMTA0Ml0',
      },
      pagination: { total: 1, offset: 0, limit: 1 },
      count: 1,
      totalCount: 1,
    },
  },
})

export const getDeployment = operation({
  id: 'getDeployment',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}',
  tag: 'Deployments',
  summary: 'Get one deployment',
  params: DeploymentParams,
  returns: Deployment,
  failures: ['deployment_not_found'],
  action: 'DeploymentRead',
  reach: 'deployment',
  credentials: ['api_key', 'embed'],
  presets: ['ci'],
  example: { params: { deploymentId: 1042 }, returns: exampleDeployment },
})

export const DeploymentDeleteResponse = schema('DeploymentDeleteResponse', { success: Type.Boolean() })

export const deleteDeployment = operation({
  id: 'deleteDeployment',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}',
  tag: 'Deployments',
  summary: 'Delete a deployment with everything it holds',
  description: 'Its variables go with it; its name can be used again at once. The audit trail stays.',
  params: DeploymentParams,
  returns: DeploymentDeleteResponse,
  failures: ['deployment_not_found'],
  action: 'DeploymentDelete',
  reach: 'deployment',
  credentials: ['api_key'],
  audit: ['deployment'],
  example: { params: { deploymentId: 1042 }, returns: { success: true } },
})

export const AdvanceCreationStepInput = schema('AdvanceCreationStepInput', { creationStep: CreationStep })

export const advanceCreationStep = operation({
  id: 'advanceCreationStep',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/creation-step/advance',
  tag: 'Deployments',
  summary: 'Move the onboarding of a deployment to a step',
  description: 'Any step can follow any other: onboarding pages are left and entered again in every order.',
  params: DeploymentParams,
  body: AdvanceCreationStepInput,
  returns: Deployment,
  failures: ['deployment_not_found'],
  action: 'DeploymentUpdate',
  reach: 'deployment',
  credentials: ['api_key'],
  audit: ['deployment'],
  example: { params: { deploymentId: 1042 }, body: { creationStep: 'ready' }, returns: exampleDeployment },
})

export const resetCreationStep = operation({
  id: 'resetCreationStep',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/creation-step/reset',
  tag: 'Deployments',
  summary: 'Take the onboarding of a deployment back to its first step, `project`',
  params: DeploymentParams,
  returns: Deployment,
  failures: ['deployment_not_found'],
  action: 'DeploymentUpdate',
  reach: 'deployment',
  credentials: ['api_key'],
  audit: ['deployment'],
  example: { params: { deploymentId: 1042 }, returns: { ...exampleDeployment, creationStep: 'project' } },
})

export const CreateDeploymentInput = schema('CreateDeploymentInput', {
  name: DeploymentName,
  cloudProvider: Type.Optional(NoEffect(CloudProvider)),
  isManaged: Type.Optional(NoEffect(Type.Boolean())),
  region: Type.Optional(
    Text(100, { description: 'The `name` of one of the regions the regions list returns. Left out, it is the first of them.' }),
  ),
  targetPlatform: Type.Optional(NoEffect(Text(100))),
  creationStep: Type.Optional(CreationStep),
  creationMethod: Type.Optional(Nullable(NoEffect(CreationMethod, ['ssh']))),
  deployMode: Type.Optional(Nullable(DeployMode)),
})

export const createDeployment = operation({
  id: 'createDeployment',
  method: 'POST',
  database: 'whole',
  path: '/build/api/v1/deployments',
  tag: 'Deployment Creation',
  summary: 'Create a deployment',
  description:
    'Only `name` is required. Defaults: `cloudProvider` is `cubecloud`, `isManaged` is true, `targetPlatform` is `aws`, `creationStep` is `project`. Returns 200, as every creation of this API does. A name that differs only in case from an existing one is refused.',
  body: CreateDeploymentInput,
  returns: Deployment,
  failures: ['region_not_found', 'deployment_name_taken'],
  action: 'DeploymentCreate',
  reach: 'tenant',
  credentials: ['api_key'],
  idempotency: 'plain',
  audit: ['deployment'],
  example: {
    body: {
      name: 'Storefront',
      cloudProvider: 'cubecloud',
      isManaged: true,
      region: 'local',
      targetPlatform: 'aws',
      creationStep: 'project',
    },
    returns: { ...exampleDeployment, creationStep: 'project' },
  },
})

export const getDeploymentSettings = operation({
  id: 'getDeploymentSettings',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}/settings',
  tag: 'Deployments',
  summary: 'Get every setting of a deployment; secrets are not among them',
  params: DeploymentParams,
  returns: DeploymentSettings,
  failures: ['deployment_not_found'],
  action: 'DeploymentRead',
  reach: 'deployment',
  credentials: ['api_key'],
  presets: ['ci'],
  example: { params: { deploymentId: 1042 }, returns: exampleSettings },
})

export const updateDeployment = operation({
  id: 'updateDeployment',
  method: 'PUT',
  database: 'whole',
  path: '/api/v1/deployments/{deploymentId}',
  tag: 'Deployments',
  summary: 'Change some settings of a deployment',
  description:
    'A field left out, or null, keeps its value; `templateVariables` are merged key by key. A version that is not the newest of its channel is held unless ' +
    '`releaseChannelVersionHold` is sent; a channel without a version moves to the newest of that channel. The image is resolved here, never sent. ' +
    'A `customDomain` is for one deployment of the whole installation: whoever names it first has it, unproven, until it is cleared or the deployment deleted; the operator frees one that was taken wrongly ' +
    '(`facet domains release`). The host of a tenant is none, and names below it are for that tenant alone. ' +
    'Own settings: `wideningMerges: acknowledge` makes every change of the deploy branch that lets somebody see more need an explicit acknowledgement; `breakingMerges: acknowledge` asks the same of every change that breaks reports or dashboards; `modelCodeEdits: secrets` keeps ' +
    'JavaScript and Python of the data model, `cube.js` among it, for those who may manage secrets, since that code sees the variables of the deployment; ' +
    '`embedWithoutPolicy` says what a query of an embed session gets from a cube without an access policy: `refuse` (a refusal), `warn` (rows and a warning) or `allow` (rows).',
  params: DeploymentParams,
  body: UpdateDeploymentInput,
  returns: DeploymentSettings,
  failures: ['deployment_not_found', 'deployment_name_taken', 'region_not_found', 'version_not_listed', 'custom_domain_taken'],
  action: 'DeploymentUpdate',
  reach: 'deployment',
  credentials: ['api_key'],
  audit: ['deployment'],
  example: { params: { deploymentId: 1042 }, body: { templateVariables: { replicas: 2 } }, returns: exampleSettings },
})
