import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Id, JsonObject, Maybe, Nullable, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import { CreationStep, DeploymentName, DeploymentParams, deploymentChoices } from './deployments.ts'

const { CloudProvider, CreationMethod, DeployMode } = deploymentChoices
const Template = OneOf('DeploymentTemplate', ['single', 'simpleCluster', 'multiCluster'])
const RepoType = OneOf('RepoType', ['git', 'deployRepo'])
const WideningMerges = OneOf('WideningMerges', ['allow', 'acknowledge'])
const ModelCodeEdits = OneOf('ModelCodeEdits', ['model', 'secrets'])
export const ReleaseChannel = OneOf('ReleaseChannel', ['latest', 'release'])
export type ReleaseChannel = Static<typeof ReleaseChannel>

const cspsText = Maybe(Text(1000))
const cspsFields = {
  enabled: Type.Boolean(),
  storageProvider: Text(100),
  s3Bucket: cspsText,
  s3Region: cspsText,
  s3Sse: cspsText,
  awsRoleArn: cspsText,
  gcsBucket: cspsText,
  gcpServiceAccountEmail: cspsText,
  gcpWorkloadIdentityProvider: cspsText,
  azureStorageAccount: cspsText,
  azureContainer: cspsText,
  azureTenantId: cspsText,
  azureClientId: cspsText,
}
export const CspsConfig = schema('CspsConfig', cspsFields, { description: 'Private storage of the customer for pre-aggregations.' })

const HostName = Text(253, {
  pattern: '^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+)?$',
  description: 'A host name without port or path. The empty string clears it.',
})
const BranchName = Text(255, {
  minLength: 1,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$',
  description: 'None that begins with `dev-`, as personal branches do.',
})
const ProjectRoot = Text(1000, { description: 'Folder inside the repository; the empty string is its root.' })

export const DeploymentSettings = schema('DeploymentSettings', {
  id: Id,
  name: Type.String(),
  autoDomain: Maybe(Type.String()),
  cloudProvider: CloudProvider,
  creationMethod: Maybe(CreationMethod),
  creationStep: Maybe(CreationStep),
  cspsConfig: Maybe(CspsConfig),
  cubeImageCloud: Maybe(Type.String()),
  cubeImageVersion: Maybe(Type.String()),
  customDomain: Maybe(Type.String()),
  defaultLaunchpadViewGroup: Maybe(Type.String()),
  deployBranchMergeAllowed: Type.Boolean(),
  deployBranchName: Type.String(),
  deployBranchReadOnly: Type.Boolean(),
  deployMode: Maybe(DeployMode),
  deployProjectRoot: Type.String(),
  deploymentUrl: Maybe(Type.String()),
  isCold: Maybe(Type.Boolean()),
  isCubeSqlEnabled: Type.Boolean(),
  isManaged: Maybe(Type.Boolean()),
  isSupportPreAggregations: Type.Boolean(),
  launchpadTabs: Maybe(Type.Array(Type.String())),
  region: Maybe(Type.String()),
  releaseChannel: ReleaseChannel,
  releaseChannelVersion: Maybe(Type.String()),
  releaseChannelVersionHold: Maybe(Type.Boolean()),
  repoType: Maybe(RepoType),
  targetPlatform: Maybe(Type.String()),
  template: Template,
  templateVariables: Maybe(JsonObject),
  wideningMerges: WideningMerges,
  modelCodeEdits: ModelCodeEdits,
})
export type DeploymentSettings = Static<typeof DeploymentSettings>

const exampleSettings: DeploymentSettings = {
  id: 1042,
  name: 'Storefront',
  cloudProvider: 'cubecloud',
  creationStep: 'ready',
  deployBranchMergeAllowed: true,
  deployBranchName: 'main',
  deployBranchReadOnly: false,
  deployProjectRoot: '',
  deploymentUrl: 'https://acme.example.com/deployment/storefront-k3v9qd',
  isCubeSqlEnabled: false,
  isSupportPreAggregations: true,
  region: 'local',
  releaseChannel: 'latest',
  releaseChannelVersion: 'cubejs/cube:v1.7.43',
  releaseChannelVersionHold: false,
  template: 'single',
  templateVariables: { replicas: 2 },
  wideningMerges: 'allow',
  modelCodeEdits: 'model',
}

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

export const UpdateDeploymentInput = schema('UpdateDeploymentInput', {
  name: Maybe(DeploymentName),
  region: Maybe(Text(100)),
  cloudProvider: Maybe(CloudProvider),
  creationMethod: Maybe(CreationMethod),
  customDomain: Maybe(HostName),
  deployMode: Maybe(DeployMode),
  deployBranchName: Maybe(BranchName),
  deployBranchReadOnly: Maybe(Type.Boolean()),
  deployBranchMergeAllowed: Maybe(Type.Boolean()),
  deployProjectRoot: Maybe(ProjectRoot),
  template: Maybe(Template),
  templateVariables: Maybe(JsonObject),
  releaseChannel: Maybe(ReleaseChannel),
  releaseChannelVersion: Maybe(Text(200, { description: 'As the versions list gives it, or bare (1.7.43), or v-prefixed.' })),
  releaseChannelVersionHold: Maybe(Type.Boolean()),
  launchpadTabs: Type.Optional(Nullable(Type.Array(Text(200), { maxItems: 100 }))),
  defaultLaunchpadViewGroup: Maybe(Text(200, { description: 'The empty string clears it.' })),
  cspsConfig: Type.Optional(Nullable(schema('CspsConfigInput', cspsFields))),
  wideningMerges: Maybe(WideningMerges),
  modelCodeEdits: Maybe(ModelCodeEdits),
})
export type UpdateDeploymentInput = Static<typeof UpdateDeploymentInput>

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
    'Own settings: `wideningMerges: acknowledge` makes every change of the deploy branch that lets somebody see more need an explicit acknowledgement; `modelCodeEdits: secrets` keeps ' +
    'JavaScript and Python of the data model, `cube.js` among it, for those who may manage secrets, since that code sees the variables of the deployment.',
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
