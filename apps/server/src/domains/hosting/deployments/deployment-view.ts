import type { CreationStep, Deployment, DeploymentSettings } from '@facet/contract'
import type { DeploymentRow } from './deployment-queries.ts'

type SummaryRow = { id: number; name: string; slug: string; creation_step: string }

export const deploymentUrlOf = (row: { slug: string }, origin: string): string => `${origin}/deployment/${row.slug}`

export const deploymentView = (row: SummaryRow, origin: string): Deployment => ({
  id: row.id,
  name: row.name,
  deploymentUrl: deploymentUrlOf(row, origin),
  // Written through the contract only, so it holds one of its steps.
  creationStep: row.creation_step as CreationStep,
})

export const deploymentSettingsView = (row: DeploymentRow, origin: string): DeploymentSettings => ({
  ...(deploymentView(row, origin) as Required<Deployment>),
  autoDomain: null,
  cloudProvider: row.cloud_provider as DeploymentSettings['cloudProvider'],
  creationMethod: row.creation_method as DeploymentSettings['creationMethod'] & string,
  cspsConfig: row.csps_config as DeploymentSettings['cspsConfig'] & object,
  cubeImageCloud: null,
  cubeImageVersion: row.release_channel_version,
  customDomain: row.custom_domain,
  defaultLaunchpadViewGroup: row.default_launchpad_view_group,
  deployBranchMergeAllowed: row.deploy_branch_merge_allowed,
  deployBranchName: row.deploy_branch_name,
  deployBranchReadOnly: row.deploy_branch_read_only,
  deployMode: row.deploy_mode as DeploymentSettings['deployMode'] & string,
  deployProjectRoot: row.deploy_project_root,
  isCold: null,
  isCubeSqlEnabled: false,
  isManaged: row.is_managed,
  isSupportPreAggregations: true,
  launchpadTabs: row.launchpad_tabs,
  region: row.region,
  releaseChannel: row.release_channel as DeploymentSettings['releaseChannel'],
  releaseChannelVersion: `cubejs/cube:v${row.release_channel_version}`,
  releaseChannelVersionHold: row.release_channel_version_hold,
  repoType: null,
  targetPlatform: row.target_platform,
  template: row.template as DeploymentSettings['template'],
  templateVariables: row.template_variables,
  wideningMerges: row.widening_merges as DeploymentSettings['wideningMerges'],
  breakingMerges: row.breaking_merges as DeploymentSettings['breakingMerges'],
  modelCodeEdits: row.model_code_edits as DeploymentSettings['modelCodeEdits'],
  embedWithoutPolicy: row.embed_without_policy as DeploymentSettings['embedWithoutPolicy'],
})
