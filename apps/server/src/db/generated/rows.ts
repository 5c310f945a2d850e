// Generated from the migrated database by pnpm generate. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export type ApiKeysTable = {
  tenant_id: number
  id: Generated<number>
  principal_id: number
  name: string
  secret_hash: Buffer
  hint: string
  scope: ColumnType<Record<string, unknown>, string | undefined, string>
  created_by_key_id: number | null
  created_at: Generated<Date>
  expires_at: Date | null
}

export type AppConfigTable = {
  tenant_id: number
  config: ColumnType<Record<string, unknown>, string | undefined, string>
  updated_at: Generated<Date>
}

export type AuditEntriesTable = {
  tenant_id: number
  id: Generated<number>
  at: Generated<Date>
  operation: string
  outcome: string
  actor_kind: string
  actor_id: number | null
  actor_name: string
  credential_id: number | null
  targets: ColumnType<Record<string, unknown>, string, string>
  request_id: string | null
  failure_code: string | null
}

export type BranchesTable = {
  tenant_id: number
  deployment_id: number
  id: Generated<number>
  name: string
  kind: string
  parent_id: number | null
  principal_id: number | null
  is_own_fork: Generated<boolean>
  is_staging: Generated<boolean>
  expires_at: Date | null
  pulled_at: Date | null
  created_at: Generated<Date>
}

export type BuildsTable = {
  tenant_id: number
  id: Generated<number>
  deployment_id: number
  environment_id: number
  branch_name: string
  reason: string
  status: Generated<string>
  commit_hash: string | null
  files_hash: string | null
  content_hash: string | null
  engine_version: string | null
  error_text: string | null
  errors: ColumnType<Record<string, unknown>, string | undefined, string>
  report: ColumnType<Record<string, unknown> | null, string | null, string | null>
  artifact_key: string | null
  artifact_sha256: string | null
  artifact_bytes: number | null
  workflow_started_at: Date | null
  request_id: string | null
  created_at: Generated<Date>
  started_at: Date | null
  finished_at: Date | null
  updated_at: Generated<Date>
  members: ColumnType<Record<string, unknown> | null, string | null, string | null>
}

export type CatalogEpochsTable = {
  tenant_id: number
  scope: number
  epoch: Generated<number>
}

export type ContentFavoritesTable = {
  tenant_id: number
  viewer_id: number
  item_id: number
  created_at: Generated<Date>
}

export type ContentGrantsTable = {
  tenant_id: number
  item_id: number
  deployment_id: number
  item_embed_tenant_id: Generated<number>
  item_kind: string
  grantee_kind: string
  principal_id: number | null
  group_id: number | null
  external_user_id: number | null
  embed_tenant_id: number | null
  grantee_id: Generated<number>
  level: number
  granted_by: number | null
  granted_at: Generated<Date>
}

export type ContentImportsTable = {
  tenant_id: number
  item_id: number
  part: string
  revision: string
  imported_at: Generated<Date>
}

export type ContentItemsTable = {
  tenant_id: number
  id: Generated<number>
  deployment_id: number
  embed_tenant_id: Generated<number>
  kind: string
  parent_id: number | null
  workbook_id: number | null
  owner_id: number | null
  name: string
  sort_name: string
  sort_key: Generated<string>
  position: Generated<number>
  has_grants: Generated<boolean>
  created_by: number | null
  updated_by: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type ContentMembersTable = {
  tenant_id: number
  deployment_id: number
  embed_tenant_id: number
  item_id: number
  state: string
  used_in: string
  part: string
  member: string
  member_key: Generated<string>
  by_text: boolean
}

export type ContentReportsTable = {
  tenant_id: number
  id: number
  public_id: string
  title: string | null
  description: string | null
  json_query: string | null
  sql_query: string | null
  pivot_items: ColumnType<Record<string, unknown> | null, string | null, string | null>
  meta: ColumnType<Record<string, unknown> | null, string | null, string | null>
  source: string | null
  version: Generated<number>
  refreshed_by: number | null
  refreshed_at: Date | null
  embed_tenant_id: Generated<number>
}

export type ContentViewsTable = {
  tenant_id: number
  viewer_id: number
  item_id: number
  viewed_at: Generated<Date>
}

export type ContentWorkbooksTable = {
  tenant_id: number
  id: number
  deployment_id: number
  embed_tenant_id: Generated<number>
  slug: string | null
  meta: ColumnType<Record<string, unknown>, string | undefined, string>
  calculated_fields: ColumnType<Record<string, unknown>, string | undefined, string>
  dashboard_draft: ColumnType<Record<string, unknown> | null, string | null, string | null>
  file_key: Generated<string>
}

export type DashboardChartsTable = {
  tenant_id: number
  version_id: number
  report_id: number
  compiler: string
  vega: ColumnType<Record<string, unknown> | null, string | null, string | null>
  uses_geo: Generated<boolean>
  problem: string | null
}

export type DashboardGrantsTable = {
  tenant_id: number
  dashboard_id: number
  principal_id: number | null
  group_id: number | null
  grantee_id: Generated<number>
  granted_by: number | null
  granted_at: Generated<Date>
}

export type DashboardVersionsTable = {
  tenant_id: number
  dashboard_id: number
  number: number
  id: Generated<number>
  title: string | null
  description: string | null
  config: ColumnType<Record<string, unknown>, string, string>
  snapshots: ColumnType<Record<string, unknown>, string | undefined, string>
  published_by: number | null
  published_at: Generated<Date>
}

export type DashboardsTable = {
  tenant_id: number
  id: Generated<number>
  deployment_id: number
  workbook_id: number
  public_id: string
  status: Generated<string>
  allow_embed: Generated<boolean>
  version_number: number
  created_by: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type DataKeysTable = {
  tenant_id: number
  id: Generated<number>
  encryption_key_id: number
  wrapped: Buffer
  created_at: Generated<Date>
}

export type DataTokensTable = {
  tenant_id: number
  id: Generated<number>
  deployment_id: number
  environment_id: number
  kind: string
  secret_hash: Buffer
  token_sealed: Buffer
  context_sealed: Buffer | null
  scopes: Generated<string[]>
  key_id: number | null
  principal_id: number | null
  grant_bucket: number | null
  grant_id: number | null
  created_at: Generated<Date>
  expires_at: Date
}

export type DbtCatalogsTable = {
  tenant_id: number
  manifest_id: number
  object_key: string
  sha256: string
  size_bytes: number
  is_packed: boolean
  created_at: Generated<Date>
}

export type DbtIntegrationsTable = {
  tenant_id: number
  deployment_id: number
  revision: Generated<number>
  url: string
  username: string | null
  token_sealed: Buffer | null
  ssh_key_sealed: Buffer | null
  ssh_public_key: string | null
  host_keys: Generated<string[]>
  webhook_secret_sealed: Buffer
  settings: ColumnType<Record<string, unknown>, string, string>
  updated_at: Generated<Date>
  default_branch: string | null
}

export type DbtManifestsTable = {
  tenant_id: number
  id: Generated<number>
  deployment_id: number
  object_key: string
  sha256: string
  size_bytes: number
  created_at: Generated<Date>
  is_packed: Generated<boolean>
}

export type DbtPushNoticesTable = {
  tenant_id: number
  id: Generated<number>
  deployment_id: number
  branch: string
  before_sha: string | null
  after_sha: string
  sync_id: number
  received_at: Generated<Date>
}

export type DbtSyncLogLinesTable = {
  tenant_id: number
  sync_id: number
  id: Generated<number>
  logged_at: Date
  message: string
}

export type DbtSyncObjectsTable = {
  tenant_id: number
  sync_id: number
  kind: string
  object_key: string
  sha256: string
  size_bytes: number
}

export type DbtSyncOutcomesTable = {
  tenant_id: number
  sync_id: number
  deployment_id: number
  status: string
  completed_at: Date
  duration_ms: number
  error_message: string | null
  failed_phase: string | null
  problem: ColumnType<Record<string, unknown> | null, string | null, string | null>
  last_stage: string
  phases: ColumnType<Record<string, unknown>, string | undefined, string>
  stats: ColumnType<Record<string, unknown> | null, string | null, string | null>
  commit_hash: string | null
  generated_files: Generated<string[]>
}

export type DbtSyncsTable = {
  tenant_id: number
  id: Generated<number>
  deployment_id: number
  trigger: string
  branch_name: string
  is_branch_generated: Generated<boolean>
  is_preview: Generated<boolean>
  git_ref: string | null
  manifest_id: number | null
  trigger_context: ColumnType<Record<string, unknown> | null, string | null, string | null>
  user_id: number | null
  author: ColumnType<Record<string, unknown>, string, string>
  request_id: string | null
  started_at: Date
  launched_at: Generated<Date>
  workflow_started_at: Date | null
  begun_at: Date | null
  cancelled_at: Date | null
  committed_at: Date | null
  closed_at: Date | null
  lost_at: Date | null
  stage: Generated<string>
  message: string | null
  head_sha: string | null
  content_hash: string | null
  generated: ColumnType<Record<string, unknown> | null, string | null, string | null>
  updated_at: Generated<Date>
}

export type DeploymentGrantsTable = {
  tenant_id: number
  id: Generated<number>
  deployment_id: number
  principal_id: number | null
  group_id: number | null
  grantee_id: Generated<number>
  action: string
  actions: string[]
  granted_by: number | null
  granted_at: Generated<Date>
}

export type DeploymentsTable = {
  tenant_id: number
  id: Generated<number>
  name: string
  slug: string
  creation_step: string
  creation_method: string | null
  cloud_provider: string
  region: string
  target_platform: string
  is_managed: boolean
  deploy_mode: string | null
  deploy_branch_name: Generated<string>
  deploy_branch_read_only: Generated<boolean>
  deploy_branch_merge_allowed: Generated<boolean>
  deploy_project_root: Generated<string>
  custom_domain: string | null
  template: Generated<string>
  template_variables: ColumnType<Record<string, unknown>, string | undefined, string>
  release_channel: Generated<string>
  release_channel_version: string
  release_channel_version_hold: Generated<boolean>
  launchpad_tabs: Generated<string[]>
  default_launchpad_view_group: string | null
  csps_config: ColumnType<Record<string, unknown> | null, string | null, string | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  widening_merges: Generated<string>
  model_code_edits: Generated<string>
  embed_without_policy: Generated<string>
  breaking_merges: Generated<string>
}

export type DevModesTable = {
  tenant_id: number
  deployment_id: number
  credential_id: number
  branch_id: number
  entered_at: Generated<Date>
}

export type EmbedGrantsTable = {
  tenant_id: number
  bucket: number
  id: number
  token_id: Buffer
  session_bucket: number
  deployment_id: number
  user_id: number
  is_internal: boolean
  embed_tenant_id: number
  api_key_id: number
  is_creator_mode: boolean
  group_ids: number[]
  identity: ColumnType<Record<string, unknown>, string, string>
  document: ColumnType<Record<string, unknown>, string, string>
  minted_at: Date
  issued_at: Date
  expires_at: Date
  restore_epoch: number
}

export type EmbedSessionsTable = {
  tenant_id: number
  bucket: number
  id: number
  secret_hash: Buffer
  deployment_id: number
  user_id: number
  is_internal: boolean
  embed_tenant_id: number
  api_key_id: number
  is_creator_mode: boolean
  group_ids: number[]
  attribute_values: ColumnType<Record<string, unknown>, string, string>
  document: ColumnType<Record<string, unknown>, string, string>
  created_at: Date
  expires_at: Date
  restore_epoch: number
  grant_bucket: number | null
  second_use_at: Date | null
}

export type EmbedSigningKeysTable = {
  tenant_id: number
  id: Generated<number>
  state: string
  public_jwk: ColumnType<Record<string, unknown>, string, string>
  private_sealed: Buffer
  created_at: Generated<Date>
  retired_at: Date | null
}

export type EmbedTenantsTable = {
  tenant_id: number
  id: Generated<number>
  name: string
  display_name: string | null
  created_at: Generated<Date>
  removed_at: Date | null
}

export type EmbedWatermarksTable = {
  tenant_id: number
  kind: string
  subject_id: number
  revoked_before: Generated<Date>
}

export type EncryptionKeysTable = {
  id: Generated<number>
  state: string
  root_key_id: string
  wrapped: Buffer
  created_at: Generated<Date>
  activated_at: Date | null
  retired_at: Date | null
}

export type EndingsTable = {
  tenant_id: number
  id: Generated<number>
  kind: string
  subject_id: number
  at: Generated<Date>
}

export type EngineLogsTable = {
  tenant_id: number
  deployment_id: number
  id: Generated<number>
  source: string
  pod: string
  container: string
  build_id: number | null
  logged_at: Date
  message: string
}

export type EngineProcessesTable = {
  tenant_id: number
  name: string
  deployment_id: number
  environment_id: number
  build_id: number
  node_id: string
  status: string
  restarts: Generated<number>
  started_at: Generated<Date>
  updated_at: Generated<Date>
}

export type EngineVersionsRunTable = {
  tenant_id: number
  release_channel: string
  version: string
  first_run_at: Generated<Date>
}

export type EnvVariablesTable = {
  tenant_id: number
  deployment_id: number
  name: string
  value_sealed: Buffer
  updated_at: Generated<Date>
}

export type EnvironmentsTable = {
  tenant_id: number
  deployment_id: number
  id: Generated<number>
  type: string
  slug: string | null
  branch_id: number | null
  principal_id: number | null
  build_id: number | null
  created_at: Generated<Date>
}

export type ExternalUserCountsTable = {
  tenant_id: number
  embed_tenant_id: number
  slot: number
  users: number
}

export type ExternalUsersTable = {
  tenant_id: number
  id: Generated<number>
  embed_tenant_id: Generated<number>
  external_id: string
  email: string | null
  display_name: string | null
  picture: string | null
  group_ids: Generated<number[]>
  embed_group_ids: Generated<number[]>
  tenant_group_ids: Generated<number[]>
  attribute_values: ColumnType<Record<string, unknown>, string | undefined, string>
  fingerprint: Buffer | null
  fingerprint_epochs: number[] | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type GroupMembersTable = {
  tenant_id: number
  group_id: number
  user_id: number
  id: Generated<number>
}

export type GroupsTable = {
  tenant_id: number
  id: Generated<number>
  embed_tenant_id: number | null
  namespace: string
  name: string
  description: string | null
  created_at: Generated<Date>
}

export type IdempotencyKeysTable = {
  tenant_id: number
  credential_id: number
  operation: string
  key: string
  request_hash: Buffer
  claim_id: Generated<number>
  claimed_until: Date | null
  response: string | null
  response_sealed: Buffer | null
  expires_at: Generated<Date>
}

export type InstallationTable = {
  is_only: Generated<boolean>
  restore_epoch: Generated<number>
}

export type LedgerTable = {
  is_only: Generated<boolean>
  installation_id: Generated<string>
  timeline_id: Generated<string>
  number: Generated<number>
  ending_number: Generated<number | null>
  given_ids: Generated<number>
  numbered_at: Generated<Date>
  unread_after: number | null
}

export type LedgerEntriesTable = {
  number: number
  body: string
  is_marker: boolean
  at: Generated<Date>
  stored_at: Date | null
}

export type NodesTable = {
  id: string
  roles: string[]
  version: string
  encryption_key_id: number | null
  started_at: Generated<Date>
  seen_at: Generated<Date>
  address: string | null
  build_problem: string | null
}

export type OutboxEventsTable = {
  tenant_id: number
  id: Generated<number>
  kind: string
  subject: string
  payload: ColumnType<Record<string, unknown>, string, string>
  created_at: Generated<Date>
  attempts: Generated<number>
  due_at: Generated<Date>
  claim_token: string | null
  dead_at: Date | null
  last_error: string | null
}

export type PrincipalsTable = {
  tenant_id: number
  id: Generated<number>
  kind: string
  name: string
  is_deactivated: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type RemotePushesTable = {
  tenant_id: number
  deployment_id: number
  branch_id: number
  connection_id: number
  state: string
  requests: Generated<number>
  request_id: string | null
  attempts: Generated<number>
  last_hash: string | null
  cause: string | null
  message: string | null
  next_attempt_at: Date | null
  pushed_at: Date | null
}

export type ReportPlacementsTable = {
  tenant_id: number
  report_id: number
  external_workbook_id: string
  result_location: string
  end_result_cell: string | null
  updated_at: Generated<Date>
}

export type RepositoriesTable = {
  tenant_id: number
  deployment_id: number
  epoch: Generated<number>
  version: Generated<number>
  owner_node: string | null
  packs: ColumnType<Record<string, unknown>, string | undefined, string>
  refs: ColumnType<Record<string, unknown>, string | undefined, string>
  updated_at: Generated<Date>
}

export type RepositoryRemotesTable = {
  tenant_id: number
  deployment_id: number
  url: string
  username: string | null
  token_sealed: Buffer | null
  ssh_key_sealed: Buffer | null
  ssh_public_key: string | null
  host_keys: Generated<string[]>
  webhook_token_hash: Buffer
  connection_id: Generated<number>
  connected_at: Generated<Date>
}

export type RevocationEpochTable = {
  is_only: Generated<boolean>
  epoch: Generated<number>
}

export type RoleGrantsTable = {
  tenant_id: number
  id: Generated<number>
  principal_id: number
  role_id: number
  deployment_ids: number[] | null
}

export type RolesTable = {
  tenant_id: number
  id: Generated<number>
  name: string
  actions: string[]
}

export type TenantHostsTable = {
  tenant_id: number
  host: string
}

export type TenantSettingsTable = {
  tenant_id: number
  settings: ColumnType<Record<string, unknown>, string | undefined, string>
  updated_at: Generated<Date>
  embedding_enabled: Generated<boolean | null>
}

export type TenantsTable = {
  id: Generated<number>
  name: string
  suspended_at: Date | null
  created_at: Generated<Date>
  embed_frozen_at: Date | null
}

export type UnreferencedObjectsTable = {
  tenant_id: number
  key: string
  due_at: Date
  is_claimed: Generated<boolean>
}

export type UploadFilesTable = {
  tenant_id: number
  deployment_id: number
  upload_id: string
  path: string
  sha1: string
  sha256: string
  size: number
  object_key: string
}

export type UploadsTable = {
  tenant_id: number
  deployment_id: number
  id: string
  branch_id: number
  project_root: Generated<string>
  created_at: Generated<Date>
  expires_at: Generated<Date>
}

export type UserAttributeValuesTable = {
  tenant_id: number
  user_id: number
  user_attribute_id: number
  value: ColumnType<Record<string, unknown>, string, string>
  updated_at: Generated<Date>
}

export type UserAttributesTable = {
  tenant_id: number
  id: Generated<number>
  embed_tenant_id: number | null
  name: string
  type: string
  display_name: string | null
  description: string | null
  default_value: string | null
  is_trusted: Generated<boolean>
  created_at: Generated<Date>
}

export type UserGroupMembersTable = {
  tenant_id: number
  group_id: number
  user_id: number
  id: Generated<number>
  added_at: Generated<Date>
}

export type UsersTable = {
  tenant_id: number
  id: number
  email: string
  first_name: string | null
  title: string | null
  picture: string | null
  external_id: string | null
  settings: ColumnType<Record<string, unknown>, string | undefined, string>
  notifications: ColumnType<Record<string, unknown>, string | undefined, string>
  tos_accepted: ColumnType<Record<string, unknown>, string | undefined, string>
  security_context: ColumnType<Record<string, unknown> | null, string | null, string | null>
  embed_theme: ColumnType<Record<string, unknown> | null, string | null, string | null>
  last_login_at: Date | null
}

export type Database = {
  api_keys: ApiKeysTable
  app_config: AppConfigTable
  audit_entries: AuditEntriesTable
  branches: BranchesTable
  builds: BuildsTable
  catalog_epochs: CatalogEpochsTable
  content_favorites: ContentFavoritesTable
  content_grants: ContentGrantsTable
  content_imports: ContentImportsTable
  content_items: ContentItemsTable
  content_members: ContentMembersTable
  content_reports: ContentReportsTable
  content_views: ContentViewsTable
  content_workbooks: ContentWorkbooksTable
  dashboard_charts: DashboardChartsTable
  dashboard_grants: DashboardGrantsTable
  dashboard_versions: DashboardVersionsTable
  dashboards: DashboardsTable
  data_keys: DataKeysTable
  data_tokens: DataTokensTable
  dbt_catalogs: DbtCatalogsTable
  dbt_integrations: DbtIntegrationsTable
  dbt_manifests: DbtManifestsTable
  dbt_push_notices: DbtPushNoticesTable
  dbt_sync_log_lines: DbtSyncLogLinesTable
  dbt_sync_objects: DbtSyncObjectsTable
  dbt_sync_outcomes: DbtSyncOutcomesTable
  dbt_syncs: DbtSyncsTable
  deployment_grants: DeploymentGrantsTable
  deployments: DeploymentsTable
  dev_modes: DevModesTable
  embed_grants: EmbedGrantsTable
  embed_sessions: EmbedSessionsTable
  embed_signing_keys: EmbedSigningKeysTable
  embed_tenants: EmbedTenantsTable
  embed_watermarks: EmbedWatermarksTable
  encryption_keys: EncryptionKeysTable
  endings: EndingsTable
  engine_logs: EngineLogsTable
  engine_processes: EngineProcessesTable
  engine_versions_run: EngineVersionsRunTable
  env_variables: EnvVariablesTable
  environments: EnvironmentsTable
  external_user_counts: ExternalUserCountsTable
  external_users: ExternalUsersTable
  group_members: GroupMembersTable
  groups: GroupsTable
  idempotency_keys: IdempotencyKeysTable
  installation: InstallationTable
  ledger: LedgerTable
  ledger_entries: LedgerEntriesTable
  nodes: NodesTable
  outbox_events: OutboxEventsTable
  principals: PrincipalsTable
  remote_pushes: RemotePushesTable
  report_placements: ReportPlacementsTable
  repositories: RepositoriesTable
  repository_remotes: RepositoryRemotesTable
  revocation_epoch: RevocationEpochTable
  role_grants: RoleGrantsTable
  roles: RolesTable
  tenant_hosts: TenantHostsTable
  tenant_settings: TenantSettingsTable
  tenants: TenantsTable
  unreferenced_objects: UnreferencedObjectsTable
  upload_files: UploadFilesTable
  uploads: UploadsTable
  user_attribute_values: UserAttributeValuesTable
  user_attributes: UserAttributesTable
  user_group_members: UserGroupMembersTable
  users: UsersTable
}
