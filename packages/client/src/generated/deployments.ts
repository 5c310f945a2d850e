// Generated from packages/contract by pnpm generate. Do not edit.

import type { CreationStep, DeployMode, Deployment, DeploymentsPagination, EnvVariableInput, PageInfo } from './shared.ts'

export type AdvanceCreationStepInput = { creationStep: CreationStep }

export type BreakingMerges = 'allow' | 'acknowledge'

export type BuildMode = 'production_build' | 'dev_mode'

export type BuildProblem = { file: string | null; line: number | null; message: string }

export type BuildState = 'built' | 'building' | 'warmup' | 'failed' | 'cancelled' | 'stopped' | 'none'

export type BuildStatus = {
  deploymentId: number
  branchName: string
  mode: BuildMode
  status: BuildState
  buildJobId?: number | null
  /**
   * `active` while some build is served, whatever became of later ones; `failed` while its engine does not start; `none`
   * before the first.
   */
  deploymentStatus?: string | null
  errorText?: string | null
  filesHash?: string | null
  /** The commit that was built. */
  lastHash?: string | null
  updatedAt?: string | null
  /** What is wrong with the data model, by file and line. */
  errors?: BuildProblem[]
  /** What is built and yet does not work as written. */
  warnings?: string[]
}

export type CloudProvider = 'cubecloud' | 'aws' | 'gcp'

export type ConnectionCause =
  | 'not_configured'
  | 'host_not_allowed'
  | 'host_not_found'
  | 'refused'
  | 'timeout'
  | 'auth_failed'
  | 'database_not_found'
  | 'tls'
  | 'failed'

export type ConnectionTestInput = {
  /** One of CUBEJS_DATASOURCES; `default` when left out. */
  dataSource?: string | null | undefined
  env_variables?: EnvVariableInput[] | null | undefined
}

export type ConnectionTestResponse = {
  ok: boolean
  /** What was found, and what to do about it. Values of variables do not show: their names stand there instead. */
  message: string
  cause?: ConnectionCause | null
  /** Of the whole test; starting the driver takes most of it. */
  durationMs: number
}

export type CreationMethod = 'upload' | 'cubecloud' | 'github' | 'ssh'

/** Private storage of the customer for pre-aggregations. */
export type CspsConfig = {
  enabled: boolean
  storageProvider: string
  s3Bucket?: string | null
  s3Region?: string | null
  s3Sse?: string | null
  awsRoleArn?: string | null
  gcsBucket?: string | null
  gcpServiceAccountEmail?: string | null
  gcpWorkloadIdentityProvider?: string | null
  azureStorageAccount?: string | null
  azureContainer?: string | null
  azureTenantId?: string | null
  azureClientId?: string | null
}

/** Stored. Has no effect in this version. */
export type CspsConfigInput = {
  enabled: boolean
  storageProvider: string
  s3Bucket?: string | null | undefined
  s3Region?: string | null | undefined
  s3Sse?: string | null | undefined
  awsRoleArn?: string | null | undefined
  gcsBucket?: string | null | undefined
  gcpServiceAccountEmail?: string | null | undefined
  gcpWorkloadIdentityProvider?: string | null | undefined
  azureStorageAccount?: string | null | undefined
  azureContainer?: string | null | undefined
  azureTenantId?: string | null | undefined
  azureClientId?: string | null | undefined
}

export type DeploymentDeleteResponse = { success: boolean }

export type DeploymentSettings = {
  id: number
  name: string
  autoDomain?: string | null
  cloudProvider: CloudProvider
  creationMethod?: CreationMethod | null
  creationStep?: CreationStep | null
  cspsConfig?: CspsConfig | null
  cubeImageCloud?: string | null
  cubeImageVersion?: string | null
  customDomain?: string | null
  defaultLaunchpadViewGroup?: string | null
  deployBranchMergeAllowed: boolean
  deployBranchName: string
  deployBranchReadOnly: boolean
  deployMode?: DeployMode | null
  deployProjectRoot: string
  deploymentUrl?: string | null
  isCold?: boolean | null
  isCubeSqlEnabled: boolean
  isManaged?: boolean | null
  isSupportPreAggregations: boolean
  launchpadTabs?: string[] | null
  region?: string | null
  releaseChannel: ReleaseChannel
  releaseChannelVersion?: string | null
  releaseChannelVersionHold?: boolean | null
  repoType?: RepoType | null
  targetPlatform?: string | null
  template: DeploymentTemplate
  templateVariables?: Record<string, unknown> | null
  wideningMerges: WideningMerges
  breakingMerges: BreakingMerges
  modelCodeEdits: ModelCodeEdits
  embedWithoutPolicy: EmbedWithoutPolicy
}

export type DeploymentTemplate = 'single' | 'simpleCluster' | 'multiCluster'

export type DeploymentTokenResponse = { cubeApiToken: string }

export type DeploymentVersion = {
  /** Image-style: cubejs/cube:v1.7.43. */
  releaseChannelVersion: string
  /** Bare: 1.7.43. */
  version: string
  releaseChannel: ReleaseChannel
  isLatestInChannel: boolean
  isCurrent: boolean
}

export type DeploymentVersionsResponse = {
  items: DeploymentVersion[]
  /** The same as `items`, for older clients. */
  data: DeploymentVersion[]
  pageInfo: PageInfo
}

export type DeploymentsListResponse = {
  items: Deployment[]
  /** The same as `items`, for older clients. */
  data: Deployment[]
  pageInfo?: PageInfo | null
  pagination: DeploymentsPagination
  count?: number | null
  totalCount?: number | null
}

export type EmbedWithoutPolicy = 'refuse' | 'warn' | 'allow'

export type LogContainer = 'INIT' | 'MAIN' | 'cubejs-server' | 'svc-server' | 'vector' | 'api-proxy'

export type LogLine = { pod: string; date: string; message: string }

export type LogSource = 'production' | 'dev'

export type LogsResponse = { items: LogLine[] }

export type ModelCodeEdits = 'model' | 'secrets'

export type Pod = {
  name: string
  type?: string | null
  /** starting, ready, draining or failed. */
  status?: string | null
  ready?: boolean | null
  restartCount?: number | null
  containers?: string[] | null
}

export type PodsResponse = { items: Pod[] }

export type ReleaseChannel = 'latest' | 'release'

export type RepoType = 'git' | 'deployRepo'

export type UpdateDeploymentInput = {
  /** Unique in the tenant, case ignored. */
  name?: string | null | undefined
  region?: string | null | undefined
  /** Stored. Has no effect in this version. */
  cloudProvider?: ('cubecloud' | 'aws' | 'gcp') | null | undefined
  creationMethod?: CreationMethod | null | undefined
  /** A host name without port or path. The empty string clears it. */
  customDomain?: string | null | undefined
  deployMode?: DeployMode | null | undefined
  /** None that begins with `dev-`, as personal branches do. */
  deployBranchName?: string | null | undefined
  deployBranchReadOnly?: boolean | null | undefined
  deployBranchMergeAllowed?: boolean | null | undefined
  /** Folder inside the repository; the empty string is its root. */
  deployProjectRoot?: string | null | undefined
  /** Stored. Has no effect in this version. */
  template?: ('single' | 'simpleCluster' | 'multiCluster') | null | undefined
  /** Stored. Has no effect in this version. */
  templateVariables?: Record<string, unknown> | null | undefined
  releaseChannel?: ReleaseChannel | null | undefined
  /** As the versions list gives it, or bare (1.7.43), or v-prefixed. */
  releaseChannelVersion?: string | null | undefined
  releaseChannelVersionHold?: boolean | null | undefined
  /** Stored. Has no effect in this version. */
  launchpadTabs?: string[] | null | undefined
  /** The empty string clears it. Stored. Has no effect in this version. */
  defaultLaunchpadViewGroup?: string | null | undefined
  cspsConfig?: CspsConfigInput | null | undefined
  wideningMerges?: WideningMerges | null | undefined
  breakingMerges?: BreakingMerges | null | undefined
  modelCodeEdits?: ModelCodeEdits | null | undefined
  embedWithoutPolicy?: EmbedWithoutPolicy | null | undefined
}

export type WideningMerges = 'allow' | 'acknowledge'

export type AdvanceCreationStepCall = { params: { deploymentId: number }; body: AdvanceCreationStepInput }

export type BuildStatusQuery = { branchName?: string | null | undefined }

export type BuildStatusCall = { params: { deploymentId: number }; query?: BuildStatusQuery | undefined }

export type DeleteDeploymentCall = { params: { deploymentId: number } }

export type DeploymentTokenCall = { params: { deploymentId: number } }

export type GetDeploymentCall = { params: { deploymentId: number } }

export type GetDeploymentSettingsCall = { params: { deploymentId: number } }

export type GetDeploymentsQuery = {
  /** One step or several; repeat the parameter. */
  creationStep?: CreationStep | CreationStep[] | undefined
  /** Deprecated: use `first` and `after`. */
  offset?: number | null | undefined
  /** Deprecated: use `first` and `after`. 20 when left out. */
  limit?: number | null | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type GetDeploymentsCall = { query?: GetDeploymentsQuery | undefined }

export type ListDeploymentVersionsQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListDeploymentVersionsCall = { params: { deploymentId: number }; query?: ListDeploymentVersionsQuery | undefined }

export type LogsQuery = {
  source?: LogSource | null | undefined
  pod?: string | null | undefined
  container?: LogContainer | null | undefined
}

export type LogsCall = { params: { deploymentId: number }; query?: LogsQuery | undefined }

export type PodsCall = { params: { deploymentId: number } }

export type ResetCreationStepCall = { params: { deploymentId: number } }

export type TestConnectionCall = { params: { deploymentId: number }; body: ConnectionTestInput }

export type UpdateDeploymentCall = { params: { deploymentId: number }; body: UpdateDeploymentInput }
