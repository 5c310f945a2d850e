import { NoEffect } from '../no-effect.ts'
import { Id, JsonObject, Maybe, OneOf, schema, type Static, Text, Type } from '../schema.ts'
import { CreationStep, DeploymentName, deploymentChoices } from './deployment-parts.ts'

const { CloudProvider, CreationMethod, DeployMode } = deploymentChoices
const Template = OneOf('DeploymentTemplate', ['single', 'simpleCluster', 'multiCluster'])
const RepoType = OneOf('RepoType', ['git', 'deployRepo'])
const WideningMerges = OneOf('WideningMerges', ['allow', 'acknowledge'])
const BreakingMerges = OneOf('BreakingMerges', ['allow', 'acknowledge'])
const ModelCodeEdits = OneOf('ModelCodeEdits', ['model', 'secrets'])
const EmbedWithoutPolicy = OneOf('EmbedWithoutPolicy', ['refuse', 'warn', 'allow'])
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
  breakingMerges: BreakingMerges,
  modelCodeEdits: ModelCodeEdits,
  embedWithoutPolicy: EmbedWithoutPolicy,
})
export type DeploymentSettings = Static<typeof DeploymentSettings>

export const exampleSettings: DeploymentSettings = {
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
  breakingMerges: 'allow',
  modelCodeEdits: 'model',
  embedWithoutPolicy: 'refuse',
}

export const UpdateDeploymentInput = schema('UpdateDeploymentInput', {
  name: Maybe(DeploymentName),
  region: Maybe(Text(100)),
  cloudProvider: Maybe(NoEffect(CloudProvider)),
  creationMethod: Maybe(CreationMethod),
  customDomain: Maybe(HostName),
  deployMode: Maybe(DeployMode),
  deployBranchName: Maybe(BranchName),
  deployBranchReadOnly: Maybe(Type.Boolean()),
  deployBranchMergeAllowed: Maybe(Type.Boolean()),
  deployProjectRoot: Maybe(ProjectRoot),
  template: Maybe(NoEffect(Template)),
  templateVariables: Maybe(NoEffect(JsonObject)),
  releaseChannel: Maybe(ReleaseChannel),
  releaseChannelVersion: Maybe(Text(200, { description: 'As the versions list gives it, or bare (1.7.43), or v-prefixed.' })),
  releaseChannelVersionHold: Maybe(Type.Boolean()),
  launchpadTabs: Maybe(NoEffect(Type.Array(Text(200), { maxItems: 100 }))),
  defaultLaunchpadViewGroup: Maybe(NoEffect(Text(200, { description: 'The empty string clears it.' }))),
  cspsConfig: Maybe(NoEffect(schema('CspsConfigInput', cspsFields))),
  wideningMerges: Maybe(WideningMerges),
  breakingMerges: Maybe(BreakingMerges),
  modelCodeEdits: Maybe(ModelCodeEdits),
  embedWithoutPolicy: Maybe(EmbedWithoutPolicy),
})
export type UpdateDeploymentInput = Static<typeof UpdateDeploymentInput>
