// Generated from packages/contract by pnpm generate. Do not edit.

export type PolicyAction =
  | 'FolderRead'
  | 'FolderEdit'
  | 'FolderManage'
  | 'WorkbookRead'
  | 'WorkbookEdit'
  | 'WorkbookManage'
  | 'ReportRead'
  | 'ReportEdit'
  | 'ReportManage'
  | 'EmbedDashboardRead'
  | 'All'
  | 'DeploymentRead'
  | 'DeploymentUpdate'
  | 'DeploymentDelete'
  | 'SecretsManage'
  | 'SchemaRead'
  | 'SchemaUpdate'
  | 'SchemaUpdateDevBranches'
  | 'APMRead'
  | 'DownloadData'

export type ResourcePoliciesResponse = {
  items: ResourcePolicy[]
  /** The same as `items`, for older clients. */
  data: ResourcePolicy[]
}

/** One grant: to a user, to a group, or to the whole organisation. */
export type ResourcePolicy = {
  resourceType: ResourceType
  /** What it was granted on: the item itself, its workbook or a folder above. */
  resourceId: number
  action: PolicyAction
  isInherited: boolean
  /** Granted to the whole organisation: in an embed tenant, to all its creators. */
  isOrganization: boolean
  userId?: number | null
  user?: ResourcePolicyUser | null
  groupId?: number | null
  group?: ResourcePolicyGroup | null
}

export type ResourcePolicyGroup = {
  id: number
  /** Empty for whoever may not list groups. */
  name: string
  isSystem: boolean
}

export type ResourcePolicyUser = {
  id: number
  /** For administrators of the tenant; null for others, who are told no name and no picture either. */
  email: string | null
  firstName?: string | null
  picture?: string | null
}

export type ResourceType =
  | 'Global'
  | 'Deployment'
  | 'Report'
  | 'ReportFolder'
  | 'Agent'
  | 'AgentSpace'
  | 'Workbook'
  | 'Dashboard'
  | 'Folder'
  | 'ChatThread'

export type SetGroupPolicyInput = {
  resourceType: ResourceType
  resourceId: number
  groupId: number
  action?: PolicyAction | null | undefined
}

export type SetUserPolicyInput = {
  resourceType: ResourceType
  resourceId: number
  /** A user or service account; null is the whole organization. */
  userId?: number | null | undefined
  action?: PolicyAction | null | undefined
}

export type ListResourcePoliciesQuery = { resourceType: ResourceType; resourceId: number }

export type ListResourcePoliciesCall = { query: ListResourcePoliciesQuery }

export type SetGroupPolicyCall = { body: SetGroupPolicyInput }

export type SetUserPolicyCall = { body: SetUserPolicyInput }
