/** The action names of the reference's role schema, in its order. A role is a set of these; `All` stands for every one. */
export const actions = [
  'All',
  'DeploymentsManage',
  'DeploymentCreate',
  'DeploymentRead',
  'DeploymentUpdate',
  'DeploymentDelete',
  'SecretsManage',
  'DownloadData',
  'PlaygroundRead',
  'SchemaRead',
  'SchemaUpdate',
  'SchemaUpdateDevBranches',
  'APMRead',
  'PreAggregationBuild',
  'AlertsCreate',
  'AlertsRead',
  'AlertsUpdate',
  'AlertsDelete',
  'AuditLogManage',
  'BillingRead',
  'SqlRunnerRead',
  'DataAssetsRead',
  'DataAssetsManage',
  'CubeNetworkConnect',
  'ReportRead',
  'ReportEdit',
  'ReportManage',
  'WorkbookManage',
  'WorkbookRead',
  'WorkbookEdit',
  'ChatThreadRead',
  'AgentManage',
  'AgentRead',
  'AgentSpaceManage',
  'AgentAdmin',
  'DeploymentAgentRead',
  'OAuthIntegrationsManage',
  'OAuthIntegrationsIssueTokens',
  'McpToolsManage',
  'AIBIDevelop',
  'AIBIExplore',
  'AIBIView',
  'ChartPalettesManage',
  'DashboardThemesManage',
  'AIBIDeveloper',
  'AIBIUser',
  'AIBIViewer',
  'EmbedDeploymentRead',
  'EmbedDashboardRead',
  'FolderRead',
  'FolderEdit',
  'FolderManage',
] as const

export type Action = (typeof actions)[number]

const read = 'DeploymentRead'
const readModel = ['SchemaRead', read] as const
const writeBranches = ['SchemaUpdateDevBranches', ...readModel] as const

/** What a policy on a deployment grants, each with the actions that it includes: one policy a grantee is enough for a job. */
export const deploymentPolicyActions = {
  All: ['All'],
  DeploymentRead: [read],
  DeploymentUpdate: ['DeploymentUpdate', read],
  DeploymentDelete: ['DeploymentDelete', read],
  SecretsManage: ['SecretsManage', read],
  SchemaRead: readModel,
  SchemaUpdate: ['SchemaUpdate', ...writeBranches],
  SchemaUpdateDevBranches: writeBranches,
  APMRead: ['APMRead', read],
  DownloadData: ['DownloadData', read],
} as const satisfies Partial<Record<Action, readonly Action[]>>

export type DeploymentPolicyAction = keyof typeof deploymentPolicyActions

const viewer = [
  'AIBIView',
  'AIBIViewer',
  'DeploymentRead',
  'DownloadData',
  'ReportRead',
  'WorkbookRead',
  'FolderRead',
  'ChatThreadRead',
  'AgentRead',
  'DeploymentAgentRead',
  'EmbedDashboardRead',
  'EmbedDeploymentRead',
] as const
const explorer = [
  ...viewer,
  'AIBIExplore',
  'AIBIUser',
  'PlaygroundRead',
  'SchemaRead',
  'DataAssetsRead',
  'ReportEdit',
  'ReportManage',
  'WorkbookEdit',
  'WorkbookManage',
  'FolderEdit',
  'FolderManage',
  'AlertsRead',
  'OAuthIntegrationsIssueTokens',
] as const
const developer = [
  ...explorer,
  'AIBIDevelop',
  'AIBIDeveloper',
  'DeploymentCreate',
  'DeploymentUpdate',
  'SchemaUpdate',
  'SchemaUpdateDevBranches',
  'SecretsManage',
  'APMRead',
  'PreAggregationBuild',
  'SqlRunnerRead',
  'DataAssetsManage',
  'CubeNetworkConnect',
  'AlertsCreate',
  'AlertsUpdate',
  'AlertsDelete',
  'AgentManage',
  'McpToolsManage',
  'ChartPalettesManage',
  'DashboardThemesManage',
] as const

/**
 * The reference's default roles; each includes the lower. Its pages describe them in words only, so the sets are ours:
 * a developer may do everything to a deployment but delete it, an administrator everything.
 */
export const defaultRoles = {
  Admin: ['All'],
  Developer: developer,
  Explorer: explorer,
  Viewer: viewer,
} as const satisfies Record<string, readonly Action[]>

export type DefaultRole = keyof typeof defaultRoles
