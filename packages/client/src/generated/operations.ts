// Generated from packages/contract by pnpm generate. Do not edit.

import type { Operation } from '../operation.ts'
import type {
  ApiKey,
  ApiKeyDeleteResponse,
  ApiKeysListResponse,
  CreateApiKeyCall,
  CreatedApiKey,
  DeleteApiKeyCall,
  GetApiKeyCall,
  ListApiKeysCall,
} from './api-keys.ts'
import type { AppConfigResponse, UpdateAppConfigCall } from './app-theme.ts'
import type { AuditEntry, AuditLogsListResponse, ExportAuditLogsCall, ListAuditLogsCall } from './audit-logs.ts'
import type { EmbedAccessResponse, GetEmbedAccessCall, UpdateEmbedAccessCall } from './dashboard-embed-access.ts'
import type {
  BranchDiffResponse,
  BranchesListResponse,
  CommitChangesCall,
  CommitChangesResponse,
  CreateBranchCall,
  DataModelWriteResponse,
  DeleteBranchCall,
  DevBranchResponse,
  DiffBranchCall,
  ListBranchesCall,
  ListFilesCall,
  MergeIntoParentBranchCall,
  MergeResponse,
  MergeToDefaultBranchCall,
  PullCall,
  PullResponse,
  RemoveFilesCall,
  RenameFilesCall,
  SetBranchStagingEnvironmentCall,
  SetBranchStagingEnvironmentResponse,
  SourceTreeResponse,
  StartDevModeCall,
  StopDevModeCall,
  UpdateFilesCall,
  ValidateDataModelCall,
  ValidateDataModelResponse,
} from './data-model.ts'
import type {
  FileHash,
  FileHashesCall,
  FinishUploadCall,
  FinishUploadResponse,
  StartUploadCall,
  StartUploadResponse,
  UploadFileCall,
  UploadFileResponse,
} from './data-model-uploads.ts'
import type {
  DbtIntegration,
  DbtPushNoticeResponse,
  DeleteDbtIntegrationCall,
  DeleteDbtIntegrationResponse,
  GetDbtIntegrationCall,
  ReceiveDbtPushNoticeCall,
  RotateDbtSshKeyCall,
  RotateDbtSshKeyResponse,
  RotateDbtWebhookSecretCall,
  RotateDbtWebhookSecretResponse,
  SetDbtIntegrationCall,
  SetDbtIntegrationResponse,
  TestDbtConnectionCall,
  TestDbtConnectionResponse,
} from './dbt-integration.ts'
import type {
  CancelDbtSyncCall,
  DbtManifest,
  DbtSyncCancelResponse,
  DbtSyncLogResponse,
  DbtSyncResponse,
  DbtSyncResultResponse,
  DbtSyncRunsListResponse,
  DbtSyncStatusResponse,
  GetDbtSyncDiffCall,
  GetDbtSyncLogCall,
  GetDbtSyncReportCall,
  GetDbtSyncResultCall,
  GetDbtSyncStatusCall,
  ListDbtSyncsCall,
  PreviewDbtSyncCall,
  StartDbtSyncCall,
  UploadDbtManifestCall,
} from './dbt-sync.ts'
import type { CreateDeploymentCall } from './deployment-creation.ts'
import type {
  AdvanceCreationStepCall,
  BuildStatus,
  BuildStatusCall,
  ConnectionTestResponse,
  DeleteDeploymentCall,
  DeploymentDeleteResponse,
  DeploymentSettings,
  DeploymentTokenCall,
  DeploymentTokenResponse,
  DeploymentVersionsResponse,
  DeploymentsListResponse,
  GetDeploymentCall,
  GetDeploymentSettingsCall,
  GetDeploymentsCall,
  ListDeploymentVersionsCall,
  LogsCall,
  LogsResponse,
  PodsCall,
  PodsResponse,
  ResetCreationStepCall,
  TestConnectionCall,
  UpdateDeploymentCall,
} from './deployments.ts'
import type {
  BootstrapDashboardCall,
  DashboardBootstrap,
  DashboardEmbeddingResponse,
  DryRunSessionCall,
  EmbedSessionAlive,
  EmbedSessionEnded,
  ExchangeSessionCall,
  FilterChoices,
  GenerateEmbedTokenResponse,
  GenerateSessionCall,
  GenerateSessionResponse,
  GetDashboardCall,
  JsonWebKeySet,
  ListFilterChoicesCall,
  PostDashboardPythonRunCall,
  PythonAnalysisFilteredRun,
  RenewSessionCall,
  SessionDryRun,
  StreamWidgetDataCall,
  UpdateDashboardEmbeddingCall,
  WidgetDataLine,
} from './embed.ts'
import type {
  EmbedSession,
  EmbedSessionDetails,
  EmbedSessionsListResponse,
  GetEmbedSessionCall,
  ListEmbedSessionsCall,
  RevokeEmbedSessionCall,
  RevokeEmbedSessionsCall,
  RevokeEmbedSessionsResponse,
} from './embed-sessions.ts'
import type {
  AddEmbedGroupMembersCall,
  CreateEmbedGroupCall,
  DeleteEmbedGroupCall,
  DeleteEmbedTenantCall,
  DeleteEmbedUserAttributeCall,
  EmbedGroup,
  EmbedGroupMembersListResponse,
  EmbedGroupMembersMutationResponse,
  EmbedTenantsPublicResponse,
  EmbedUserAttributesListResponse,
  EmbedUsersPublicResponse,
  GetEmbedGroupCall,
  ListEmbedGroupMembersCall,
  ListEmbedGroupsCall,
  ListEmbedTenantsCall,
  ListEmbedUserAttributesCall,
  ListEmbedUsersCall,
  RemoveEmbedGroupMembersCall,
  UpdateEmbedGroupCall,
  UserGroupsConnectionResponse,
} from './embed-tenants.ts'
import type { DeleteEnvVariableCall, EnvVariablesListResponse, GetEnvVariablesCall, SetEnvVariablesCall } from './env-variables.ts'
import type {
  CreateDeploymentEnvironmentTokenCall,
  CreateDeploymentEnvironmentTokenForMetaSyncCall,
  EnvironmentTokenResponse,
  EnvironmentTokensListResponse,
  EnvironmentsListResponse,
  GetDeploymentEnvironmentTokensCall,
  GetDeploymentEnvironmentsCall,
} from './environments.ts'
import type {
  CreateFolderCall,
  DeleteFolderCall,
  Folder,
  FoldersListResponse,
  GetFolderAncestorsCall,
  GetFoldersCall,
  ListReportFoldersCall,
  ReportFoldersListResponse,
  UpdateFolderCall,
} from './folders.ts'
import type {
  ConnectRemoteCall,
  ConnectRemoteResponse,
  DisconnectRemoteCall,
  DisconnectRemoteResponse,
  GetRemoteCall,
  PushBranchCall,
  PushBranchResponse,
  PushNoticeResponse,
  ReceivePushNoticeCall,
  Remote,
  TestRemoteCall,
  TestRemoteResponse,
} from './git-remotes.ts'
import type {
  AddUserGroupMembersCall,
  CreateGroupCall,
  DeleteGroupCall,
  GroupDeleteResponse,
  ListGroupsCall,
  ListGroupsOfUserCall,
  ListUserGroupMembersCall,
  RemoveUserGroupMembersCall,
  UserGroupDTO,
  UserGroupMembersListResponse,
  UserGroupMembersMutationResponse,
  UserGroupsListResponse,
  UserGroupsOfUserResponse,
} from './groups.ts'
import type { GetMetaCall, MetaResponse, QueryMetaCall } from './meta.ts'
import type { ListRegionsCall, RegionsListResponse } from './regions.ts'
import type {
  ConnectReportToWorkbookCall,
  CreateReportCall,
  DeleteReportCall,
  GetReportCall,
  GetReportsCall,
  RefreshReportCall,
  Report,
  ReportsListResponse,
  UpdateReportCall,
  UpsertReportByPublicIdCall,
} from './reports.ts'
import type { ListResourcePoliciesCall, ResourcePoliciesResponse, SetGroupPolicyCall, SetUserPolicyCall } from './resource-policies.ts'
import type {
  CreateServiceAccountCall,
  DeleteServiceAccountCall,
  ListServiceAccountsCall,
  ServiceAccount,
  ServiceAccountDeleteResponse,
  ServiceAccountsListResponse,
} from './service-accounts.ts'
import type { AppTheme, ContentDeleteResponse, Dashboard, Deployment, User, UserAttribute, UserEmbedTheme } from './shared.ts'
import type { TenantSettings, UpdateTenantSettingsCall } from './tenant-settings.ts'
import type { GetUserAttributeValuesCall, UpsertUserAttributeValueCall, UserAttributeValue } from './user-attribute-values.ts'
import type {
  CreateUserAttributeCall,
  DeleteUserAttributeCall,
  GetUserAttributesCall,
  UpdateUserAttributeCall,
  UserAttributeDeleteResponse,
  UserAttributesListResponse,
} from './user-attributes.ts'
import type { ListUsersCall, UsersListResponse } from './users.ts'
import type {
  BulkUserActionCall,
  BulkUserActionPayload,
  CreateUserCall,
  DeleteUserCall,
  PostUserCall,
  UpdateUserCall,
  UserDeleteResponse,
} from './users-admin.ts'
import type {
  CompareDashboardVersionsCall,
  CreateWorkbookCall,
  DashboardComparison,
  DashboardRestoreResponse,
  DashboardVersionsListResponse,
  DeleteWorkbookCall,
  DuplicateWorkbookCall,
  GetWorkbookCall,
  GetWorkbooksCall,
  ListDashboardVersionsCall,
  PublishDashboardCall,
  RestoreDashboardVersionCall,
  UpdatePublishedDashboardAiWidgetThreadCall,
  UpdateWorkbookCall,
  UpdateWorkbookDashboardCall,
  UpsertWorkbookBySlugCall,
  Workbook,
  WorkbookDashboard,
  WorkbooksListResponse,
} from './workbooks.ts'
import type {
  AddFavoriteCall,
  BulkDeleteWorkspaceObjectsCall,
  BulkDeleteWorkspaceObjectsPayload,
  BulkMoveWorkspaceObjectsCall,
  BulkMoveWorkspaceObjectsResponse,
  ContentAccess,
  ContentPlan,
  ContentProblemsListResponse,
  ContentRepairs,
  ContentTransfer,
  ExplainContentAccessCall,
  ExportContentCall,
  ImportContentCall,
  ListContentProblemsCall,
  MoveWorkspaceObjectCall,
  PreviewContentMoveCall,
  PreviewContentMoveResponse,
  RemoveFavoriteCall,
  RepairContentCall,
  SharedWorkspaceObjectsCall,
  TransferContentCall,
  WorkspaceConnectionResponse,
  WorkspaceItem,
  WorkspaceObjectsCall,
} from './workspace.ts'

export type OperationTypes = {
  /**
   * Add users to a group
   *
   * An external id that is not known yet becomes a user; an `embedUserId` must exist. Other memberships stay as they are.
   * All of the request or nothing of it. The external-user limit of the tenant holds for new users.
   */
  addEmbedGroupMembers: { input: AddEmbedGroupMembersCall; output: EmbedGroupMembersMutationResponse }
  /**
   * Make a folder, workbook or report a favourite of the caller
   *
   * Needs view. Adding it again changes nothing. Favourites are the caller’s own and in no audit trail. What the caller may
   * not see is not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a
   * creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  addFavorite: { input: AddFavoriteCall; output: null }
  /**
   * Add users and service accounts to a tenant-wide group
   *
   * All of the request or nothing of it: an id that is not there refuses it. Content shared with the group is theirs at
   * once; embed sessions of internal users have the group from the next one on.
   */
  addUserGroupMembers: { input: AddUserGroupMembersCall; output: UserGroupMembersMutationResponse }
  /**
   * Move the onboarding of a deployment to a step
   *
   * Any step can follow any other: onboarding pages are left and entered again in every order.
   */
  advanceCreationStep: { input: AdvanceCreationStepCall; output: Deployment }
  /**
   * Exchange a session and get the dashboard of its frame, in one call; works once
   *
   * What a page in a frame sends first: exchangeSession and getDashboard at once, by their rules and with their errors, and
   * beside them what the page is drawn with. The session id is the credential; an Authorization header is ignored. The
   * session is used up also where the dashboard is then refused, or cannot be read at that moment (503): the next attempt
   * needs a new one. `deploymentId`, where the address has one, must be that of the dashboard. A chart that may not be drawn
   * has a `refusal` with the code `chart_not_allowed`; charts of versions from before are compiled by the first call.
   * `locale` is that of the request, else that of the app config, else en-US; a language without its region, or with one
   * that there is not, is the first of that language, and an unknown one is passed over. `timezone`, while the time zones of
   * the app config are enabled: that of the request, else that of the dashboard (`settings.timezone`), of embedding, of the
   * account; names that are no time zone are passed over.
   */
  bootstrapDashboard: { input: BootstrapDashboardCall; output: DashboardBootstrap }
  /**
   * Get the state of the newest build of a branch
   *
   * Without a branch, or with an empty name: the one the credential is on in dev mode, else the deploy branch. A branch that
   * does not exist, or is not the caller’s to see, is `building` with the text `Bad branch`; a shared one that nothing runs
   * is `building` with `Branch is not active`. `errors` and `warnings` are own fields.
   */
  buildStatus: { input: BuildStatusCall; output: BuildStatus }
  /**
   * Delete up to 100 items
   *
   * In the order sent, repeats once, each for itself: what fails is listed with the status and message that the single
   * operation would have, and the rest is done. Empty `failed`: all of it. As deleteFolder, deleteWorkbook and deleteReport
   * do, with the rights and the roles that these need. What the caller may not see is not found; what it may see and not do
   * is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace
   * of that embed tenant; any other token is refused.
   */
  bulkDeleteWorkspaceObjects: { input: BulkDeleteWorkspaceObjectsCall; output: BulkDeleteWorkspaceObjectsPayload }
  /**
   * Move up to 100 items to one folder or to the root
   *
   * In the order sent, repeats once, each for itself: what fails is listed with the status and message that the single
   * operation would have, and the rest is done. Empty `failed`: all of it. Needs, of a workbook or a folder, full access to
   * it; of a report, edit on it and a role with ReportManage; of each, edit on the destination if that is a folder. 0 or
   * null is the root. A report of a workbook does not move alone. Owners and direct grants stay; what was inherited is that
   * of the new place. What the caller may not see is not found; what it may see and not do is refused with
   * `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of that embed
   * tenant; any other token is refused.
   */
  bulkMoveWorkspaceObjects: { input: BulkMoveWorkspaceObjectsCall; output: BulkMoveWorkspaceObjectsResponse }
  /**
   * Deactivate, activate or delete up to 100 users
   *
   * In the order sent, repeats once. Each entry stands alone: what fails is listed with its status and the rest is done.
   * Doing again what is done already succeeds.
   */
  bulkUserAction: { input: BulkUserActionCall; output: BulkUserActionPayload }
  /**
   * Cancel a dbt sync
   *
   * What runs is killed within a second or two. A run that committed before it heard of this ends COMPLETED. One that has
   * ended stays as it is, and is answered in words. The branch stays.
   */
  cancelDbtSync: { input: CancelDbtSyncCall; output: DbtSyncCancelResponse }
  /**
   * Put what was written on a personal branch onto its parent, as one commit
   *
   * Where both sides changed a file the answer is 409 `merge_conflict` with every such file, both sides and their common
   * ancestor, and nothing is changed. Write the file as it should be and commit again with `resolveMergeConflict`: then the
   * personal branch is right about the files in conflict. With the `parentHash` of the refusal only that conflict is
   * resolved, and a parent that moved on is refused again. Nothing to commit is a success. On a shared branch there is
   * nothing pending; it is pushed to the remote, if there is one, and what the remote refuses is refused. With a git remote
   * connected the branch is then pushed there, which is waited for up to 20 seconds; `push` says what came of it. What was
   * committed stays committed whatever the remote says, and a push that fails is tried again. Committing to the deploy
   * branch takes the action SchemaUpdate, and is refused while `deployBranchReadOnly` is on: then neither commits nor
   * uploads change that branch, only merges do.
   */
  commitChanges: { input: CommitChangesCall; output: CommitChangesResponse }
  /**
   * Say what differs between two versions of a dashboard, or between a version and the draft
   *
   * Needs edit. `to` left out is the draft, with the reports of the workbook as they are now. Without a draft, an empty
   * configuration. Widgets are told apart by id, reports by theirs; what differs is named and not shown. `widgets` among the
   * fields of the configuration says that those of both come in another order. What the caller may not see is not found;
   * what it may see and not do is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed
   * tenant, in the workspace of that embed tenant; any other token is refused.
   */
  compareDashboardVersions: { input: CompareDashboardVersionsCall; output: DashboardComparison }
  /**
   * Connect the data model to a git remote, or change how it is reached
   *
   * Over HTTPS with a token, which is kept sealed; left out, the present one stays as long as scheme, host and port of the
   * URL do, and is forgotten otherwise: it is sent to no other host. Over SSH with a key pair made here, of which only the
   * public half is shown and which stays until `newSshKey`. The keys the host shows are pinned when a URL first names it,
   * and again after disconnecting. Nothing is fetched or pushed yet: add the public key at the host, test the connection,
   * then pull. The address for push notices is shown when the remote is first connected, and whenever it is made anew with
   * `newWebhook`.
   */
  connectRemote: { input: ConnectRemoteCall; output: ConnectRemoteResponse }
  /**
   * Record where a spreadsheet shows the result of a report
   *
   * Needs view. Sets the placement of that spreadsheet, one for each, at most 1000, and makes it the newest; nothing of the
   * definition changes, nor `updatedAt`. What the caller may not see is not found; what it may see and not do is refused
   * with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of that
   * embed tenant; any other token is refused.
   */
  connectReportToWorkbook: { input: ConnectReportToWorkbookCall; output: Report }
  /**
   * Create an API key and show its secret once
   *
   * The key belongs to the caller, or to a service account when an administrator whose key reaches the whole tenant names
   * one. A key cannot make more than itself: what is left out is taken over from the key that makes it, and asking for a
   * wider scope, a later expiry or an owner with more rights is refused. `tenantWide` is taken over only together with the
   * deployments and embed tenants it was given with. A person or service account has at most as many keys as the operator
   * allows (100 unless set), expired ones counted until they are deleted.
   */
  createApiKey: { input: CreateApiKeyCall; output: CreatedApiKey }
  /**
   * Create a shared branch
   *
   * The new branch starts at the head of `from`, the deploy branch when left out, which becomes its parent. `activate`
   * (older clients: `enterDevMode`) points the credential at it without forking, so that it is shown but not written;
   * `startDevMode` makes the personal branch files are written on. Names starting with `dev-` are kept for those.
   */
  createBranch: { input: CreateBranchCall; output: DevBranchResponse }
  /**
   * Create a deployment
   *
   * Only `name` is required. Defaults: `cloudProvider` is `cubecloud`, `isManaged` is true, `targetPlatform` is `aws`,
   * `creationStep` is `project`. Returns 200, as every creation of this API does. A name that differs only in case from an
   * existing one is refused.
   */
  createDeployment: { input: CreateDeploymentCall; output: Deployment }
  /**
   * Make a token for the data API of an environment, with a security context of your own
   *
   * Queries see `security_context` as it was sent; what the platform sets itself (`cubeCloud`, `u`, `scope`, registered
   * claims) is refused in it. The token ends with its time, with the key that made it, with the owner of that key or their
   * right to make it, and with the environment.
   */
  createDeploymentEnvironmentToken: { input: CreateDeploymentEnvironmentTokenCall; output: EnvironmentTokenResponse }
  /**
   * Make a token that reads the metadata of an environment and nothing else
   *
   * As the other tokens of an environment, for its metadata alone: no query is answered to it.
   */
  createDeploymentEnvironmentTokenForMetaSync: { input: CreateDeploymentEnvironmentTokenForMetaSyncCall; output: EnvironmentTokenResponse }
  /**
   * Create a group in an embed tenant
   *
   * Usable at once in `tenantGroups` of a session, or in `groups` when that namespace is asked for. The name cannot be
   * changed.
   */
  createEmbedGroup: { input: CreateEmbedGroupCall; output: EmbedGroup }
  /**
   * Create a folder at the root of the workspace or inside another folder
   *
   * Its creator owns it and has full access. Inside a parent: edit on that. 10 levels at most. A name is unique in its
   * parent, case ignored, whether or not the caller can see the other folder. What the caller may not see is not found; what
   * it may see and not do is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed
   * tenant, in the workspace of that embed tenant; any other token is refused.
   */
  createFolder: { input: CreateFolderCall; output: Folder }
  /**
   * Create a tenant-wide group
   *
   * Its name reaches access policies as it is, through `cubeCloud.groups` of the security context; it cannot be changed.
   */
  createGroup: { input: CreateGroupCall; output: UserGroupDTO }
  /**
   * Create a report, by itself, in a folder or in a workbook
   *
   * Its creator owns it and has full access. Into a folder: edit on that; into a workbook: edit on that, and the report then
   * lies where the workbook does, whatever `folderId` says of the same place. Without a name it is called `Untitled report`.
   * `publicId` is generated where none is sent; it is unique in the tenant and never changes. `jsonQuery` is the JSON text
   * of an object or an array; an empty text is none. Texts of queries have 262144 characters at most, `meta` 1048576 bytes
   * as JSON, `pivotItems` 262144. What the caller may not see is not found; what it may see and not do is refused with
   * `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of that embed
   * tenant; any other token is refused.
   */
  createReport: { input: CreateReportCall; output: Report }
  /** Create a service account with one role */
  createServiceAccount: { input: CreateServiceAccountCall; output: ServiceAccount }
  /**
   * Create a user
   *
   * Email and username are unique in the tenant, whatever their case; the username is kept lowercase and trimmed. Roles are
   * those of `defaultRoles`, with Admin among them when `isAdmin` is true, and Viewer when nothing is said. External users
   * are made by sessions, so `isExternal` true is refused.
   */
  createUser: { input: CreateUserCall; output: User }
  /**
   * Define a tenant-wide attribute
   *
   * Name and type are for good: delete and define again to change them. `defaultValue` must fit the type.
   */
  createUserAttribute: { input: CreateUserAttributeCall; output: UserAttribute }
  /**
   * Create a workbook at the root of the workspace or in a folder
   *
   * Its creator owns it and has full access. Into a folder: edit on that. Without a name it is called `Untitled workbook`.
   * `calculatedFields` is an own field of the request. What the caller may not see is not found; what it may see and not do
   * is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace
   * of that embed tenant; any other token is refused.
   */
  createWorkbook: { input: CreateWorkbookCall; output: Workbook }
  /** Delete an API key; every process refuses it within a second */
  deleteApiKey: { input: DeleteApiKeyCall; output: ApiKeyDeleteResponse }
  /**
   * Delete a branch; branches made from it get its parent as theirs, and whoever is on it in dev mode leaves it
   *
   * The branch of the git remote stays unless `removeOnUpstream` is true. It stays all the same, and the answer is
   * `remote_moved`, when it has commits there that are not here.
   */
  deleteBranch: { input: DeleteBranchCall; output: DataModelWriteResponse }
  /** Forget the dbt integration with its secrets; cubes and branches that it made stay */
  deleteDbtIntegration: { input: DeleteDbtIntegrationCall; output: DeleteDbtIntegrationResponse }
  /**
   * Delete a deployment with everything it holds
   *
   * Its variables go with it; its name can be used again at once. The audit trail stays.
   */
  deleteDeployment: { input: DeleteDeploymentCall; output: DeploymentDeleteResponse }
  /**
   * Delete a group that has no members
   *
   * Sessions that still carry it, of users who have left it since, end at once and everywhere.
   */
  deleteEmbedGroup: { input: DeleteEmbedGroupCall; output: null }
  /**
   * Delete an embed tenant with its users, groups, memberships and attributes
   *
   * Answers 204 also when no embed tenant has this name. The name must be exact: one that differs in case is refused and
   * never folded. Its sessions end at once and everywhere; a session that names it afterwards starts an empty one.
   */
  deleteEmbedTenant: { input: DeleteEmbedTenantCall; output: null }
  /**
   * Delete an attribute definition of an embed tenant and every value of it
   *
   * How a type is changed: delete it, and define it again with the next session.
   */
  deleteEmbedUserAttribute: { input: DeleteEmbedUserAttributeCall; output: null }
  /** Remove one environment variable */
  deleteEnvVariable: { input: DeleteEnvVariableCall; output: EnvVariablesListResponse }
  /**
   * Delete a folder that has no sub-folders; what lies in it goes to the root
   *
   * Needs full access. Workbooks and reports in it are not deleted: they lie at the root afterwards, where what they had
   * through the folder is gone and their own grants and owners remain. What the caller may not see is not found; what it may
   * see and not do is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in
   * the workspace of that embed tenant; any other token is refused.
   */
  deleteFolder: { input: DeleteFolderCall; output: null }
  /**
   * Delete a tenant-wide group and take it from everyone who is in it
   *
   * Sessions that use the group end at once and everywhere.
   */
  deleteGroup: { input: DeleteGroupCall; output: GroupDeleteResponse }
  /**
   * Delete a report
   *
   * Needs edit on the report and a role with ReportManage. Published dashboards keep their snapshot of it and go on showing
   * it; drafts that name it cannot be published as they are. Its public id is free again. What the caller may not see is not
   * found; what it may see and not do is refused with `item_access_denied`. With an embed token: a creator-mode session of
   * an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  deleteReport: { input: DeleteReportCall; output: ContentDeleteResponse }
  /** Delete a service account and every key it owns, at once and everywhere */
  deleteServiceAccount: { input: DeleteServiceAccountCall; output: ServiceAccountDeleteResponse }
  /**
   * Delete a user with their keys and sessions, at once and everywhere
   *
   * Nobody deletes themselves, and the last active administrator stays.
   */
  deleteUser: { input: DeleteUserCall; output: UserDeleteResponse }
  /** Delete an attribute and every value of it */
  deleteUserAttribute: { input: DeleteUserAttributeCall; output: UserAttributeDeleteResponse }
  /**
   * Delete a workbook with its reports, its draft and its dashboard in every version
   *
   * Needs full access to the workbook; its reports go with it whatever their own grants say. What the caller may not see is
   * not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a creator-mode session
   * of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  deleteWorkbook: { input: DeleteWorkbookCall; output: ContentDeleteResponse }
  /**
   * Make a short-lived token for the data API, with the security context of the caller
   *
   * For ten minutes, in the header `Authorization` of the data API. Of a user it carries their security context and
   * attributes, as they are when it is used; of an embed session who its user is to a query, and it ends with that session.
   */
  deploymentToken: { input: DeploymentTokenCall; output: DeploymentTokenResponse }
  /**
   * What a branch changes of the data model, and who sees more or less by it
   *
   * Everything the branch did since it left `base`: its parent when left out, or the deploy branch where it has none. As
   * JSON; with `format=markdown` as text for a review comment, with `format=sarif` for code scanning. `content` names the
   * reports and dashboards that break by it, as far as the caller may see them; the others are counted. A name with a slash
   * is percent-encoded.
   */
  diffBranch: { input: DiffBranchCall; output: BranchDiffResponse; documents: true }
  /** Forget the git remote with its secrets; branches and files stay */
  disconnectRemote: { input: DisconnectRemoteCall; output: DisconnectRemoteResponse }
  /**
   * Say everything that is wrong with a session request, and what queries would see if it were minted
   *
   * Mints and stores nothing. A mint-only key may not ask: the answer shows what is stored of the user. Every problem at
   * once, each with a pointer into the body; with the user, groups and attributes that would result, and the origin of each
   * value. Definitions of the request count as made.
   */
  dryRunSession: { input: DryRunSessionCall; output: SessionDryRun }
  /**
   * Copy a workbook with its reports, its draft and its published dashboard
   *
   * Needs view. The copy is called `Copy of {name}`, cut to 255 characters, and belongs to the caller. Its draft and its
   * dashboard name the copied reports; the dashboard is a new one, with its own public id, one version and `allowEmbed`
   * false. Not copied: grants, views, favourites, slug, older versions, placements in spreadsheets. It lies beside the
   * source if the caller has edit on that folder, else at the root. There is no limit of workbooks here. `shared: true` is
   * for creator-mode sessions (else 403 `creator_mode_only`): the id is looked up in the shared workspace, and the copy is
   * built from the published dashboard alone, a new report for each snapshot, published again, the same configuration as the
   * draft, at the root of the creator’s workspace. What the caller may not see is not found; what it may see and not do is
   * refused with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of
   * that embed tenant; any other token is refused.
   */
  duplicateWorkbook: { input: DuplicateWorkbookCall; output: Workbook }
  /**
   * Exchange a session for the token of its frame; works once
   *
   * The session id is the credential; an Authorization header is ignored. Five minutes by the clock of the database. A
   * second use is refused and noted; the first token lives on unless the tenant setting `revokeOnSecondUse` is on. A browser
   * may call from the origins of the tenant setting `embedOrigins`, and from pages of this service itself.
   */
  exchangeSession: { input: ExchangeSessionCall; output: GenerateEmbedTokenResponse }
  /**
   * Say who can do what to a folder, workbook or report, and through which grant
   *
   * Needs full access. An item is looked at with its workbook and the folders above, the nearest first: owning a place
   * counts as full there, and of grants to a user and to their groups the highest; the nearest place that says anything
   * about the user decides. Apart from that, the nearest grant to the whole organisation; the higher of both holds. What the
   * roles of the user hold caps it. Administrators, of the tenant or of the deployment, have full access to everything of
   * the console’s workspace. With `userId`, the answer for that user or service account; for a creator, a user of the same
   * embed tenant. With an embed token: a creator-mode session of an embed tenant; any other is refused.
   */
  explainContentAccess: { input: ExplainContentAccessCall; output: ContentAccess }
  /**
   * Stream audit entries as JSON lines, newest first
   *
   * The same filters as the list. The stream is read in short steps, so an export of any length holds no transaction open.
   */
  exportAuditLogs: { input: ExportAuditLogsCall; output: AuditEntry; streams: true }
  /**
   * Stream the content of a deployment as a tar archive of files, to be kept in git and imported
   *
   * What the caller may see of the console’s workspace: `folders/*.json`, `reports/*.json`, and of each workbook
   * `workbooks/{slug or key}/workbook.json`, `dashboard.json` for what is published with its snapshots, and
   * `reports/*.json`. JSON with sorted keys; no numeric ids: folders go by path, reports and dashboards by public id,
   * workbooks by slug or key, and a CHART of a dashboard names its report as `report:{publicId}`. The same content gives the
   * same bytes. Owners and grants, by email and name, are in the export of an administrator of the tenant alone. `revision`
   * says what was exported: an import tells by it what was changed since. Not among it: earlier versions of dashboards,
   * views, favourites, places in spreadsheets, and reports of workbooks that the caller may not see. An archive that ends
   * without its closing blocks is not whole.
   */
  exportContent: { input: ExportContentCall; output: Uint8Array; streams: true }
  /**
   * Get the hash of every file, to upload only what differs
   *
   * Paths are relative and have no leading slash. Links and submodules are not files and not among them.
   */
  fileHashes: { input: FileHashesCall; output: Record<string, FileHash> }
  /**
   * Commit an upload: every file of the manifest, in one commit
   *
   * `files` is the whole manifest, path to `{ hash }`, uploaded or unchanged. A file that is neither uploaded nor on the
   * branch with this hash is refused and the upload stays open. `autoRemoveFiles` removes what the manifest does not name,
   * of the project root alone if the upload was started for it. An upload that changes nothing makes no commit. Answers when
   * the commit is durable. With a git remote connected the branch is then pushed there, which is waited for up to 20
   * seconds; `push` says what came of it. What was committed stays committed whatever the remote says, and a push that fails
   * is tried again. `awaitGitOperations: false` does not wait for the push.
   */
  finishUpload: { input: FinishUploadCall; output: FinishUploadResponse }
  /**
   * Mint an embed session: one page view of one user, to be exchanged within five minutes
   *
   * Administrators only; a key scoped to deployments mints for those, one scoped to embed tenants for external users of
   * those, and a mint-only key for external users. Everything is checked before anything is written, and all of it is
   * written or nothing. What the session may see is frozen into it: a later session of the same user changes the stored user
   * and no session that is under way. Of the embed catalog, `groups` reach the security context as
   * `system:tenant:{embedTenantName}:{name}` and `tenantGroups` as `system:tenant:{embedTenantName}:group:{name}`; every
   * user of an embed tenant has `system:tenant:{embedTenantName}`; tenant-wide groups keep their name. Attributes come from
   * the catalog the session resolves names in, the default of a definition where the user has no value; those that are not
   * trusted stay out. `cubeCloud`, `u`, `scope`, registered claims and prototype names are refused in `securityContext`,
   * which is limited to 16 kB and 10 levels. Minting is its own record: there is no Idempotency-Key, a repeated request
   * mints another session, and an audit entry only of what it defines: an embed tenant, groups, attributes.
   */
  generateSession: { input: GenerateSessionCall; output: GenerateSessionResponse }
  /** Get one API key; the secret is never shown again */
  getApiKey: { input: GetApiKeyCall; output: ApiKey }
  /**
   * Get how the console and embeds look and behave in this tenant
   *
   * For every caller of the tenant, frames among them. What nobody has set is null.
   */
  getAppConfig: { input: Record<string, never>; output: AppConfigResponse }
  /**
   * Get the theme of the tenant alone
   *
   * Null where none is set.
   */
  getAppTheme: { input: Record<string, never>; output: AppTheme | null }
  /**
   * Get the user or service account behind the credential; in a frame, the user it is shown to
   *
   * No list of operations and no preset of a key takes this one away: clients call it to learn whether a key works at all.
   */
  getCurrentUser: { input: Record<string, never>; output: User }
  /**
   * Get a published dashboard by its public id, with the snapshots of its reports
   *
   * Of the tenant, in a deployment that the credential reaches; with an embed token in that of the session. A caller of the
   * console needs view on the workbook, or EmbedDashboardRead granted on the dashboard. A session of an external user sees a
   * dashboard of the console if it, its workbook or a folder above is shared with all embed users, with the embed tenant of
   * the session, with a tenant-wide group of the user or with the user. It also needs `allowEmbed`, else 403
   * `embedding_not_allowed`; exempt are creator-mode sessions and what is shared with all embed users. A creator-mode
   * session sees those of its workspace by the rule there, and of the console what is shared with all embed users or its
   * embed tenant (`fromSharedWorkspace`). A session of an internal user has what that user has, and needs `allowEmbed`. What
   * is not visible, or not published, is 404. Reading records no view.
   */
  getDashboard: { input: GetDashboardCall; output: Dashboard }
  /** Get the settings of the dbt integration, and what would keep a sync from running; secrets are not shown */
  getDbtIntegration: { input: GetDbtIntegrationCall; output: DbtIntegration }
  /**
   * What a completed dbt sync changes of the data model, and who sees more or less by it
   *
   * As JSON; with `format=markdown` as text for a review comment, with `format=sarif` for code scanning. Of a preview, what
   * it would change. What content breaks is in the diff of its branch.
   */
  getDbtSyncDiff: { input: GetDbtSyncDiffCall; output: Record<string, unknown>; documents: true }
  /**
   * Read what a dbt sync said, oldest first; also while it runs
   *
   * Values of variables and of the repository’s credential are replaced by their names. At most 2,000 lines of a run are
   * kept.
   */
  getDbtSyncLog: { input: GetDbtSyncLogCall; output: DbtSyncLogResponse }
  /**
   * Per model of a dbt sync: its key, joins and types, each with the evidence, and what was skipped
   *
   * There as soon as the models are converted, also where the sync fails after that.
   */
  getDbtSyncReport: { input: GetDbtSyncReportCall; output: Record<string, unknown> }
  /**
   * Get what a completed dbt sync made
   *
   * Of a run that has not completed there is none: 404 `dbt_sync_no_result`, whose message says how it stands.
   */
  getDbtSyncResult: { input: GetDbtSyncResultCall; output: DbtSyncResultResponse }
  /**
   * Get how far a dbt sync is
   *
   * COMPLETED and FAILED are ends; a cancelled run is FAILED here and CANCELLED in the list. UNKNOWN is told when nothing
   * says what became of the run.
   */
  getDbtSyncStatus: { input: GetDbtSyncStatusCall; output: DbtSyncStatusResponse }
  /** Get one deployment */
  getDeployment: { input: GetDeploymentCall; output: Deployment }
  /** List the tokens of an environment that have not expired, oldest first */
  getDeploymentEnvironmentTokens: { input: GetDeploymentEnvironmentTokensCall; output: EnvironmentTokensListResponse }
  /**
   * List the environments of a deployment, oldest first
   *
   * Every deployment has one of type `production`, from its creation, which serves the deploy branch.
   */
  getDeploymentEnvironments: { input: GetDeploymentEnvironmentsCall; output: EnvironmentsListResponse }
  /** Get every setting of a deployment; secrets are not among them */
  getDeploymentSettings: { input: GetDeploymentSettingsCall; output: DeploymentSettings }
  /**
   * List the deployments the caller can access, oldest first
   *
   * Two paging styles: `first` with `after`, or the deprecated `offset` with `limit`; both at once is refused. Counts stop
   * at 10,000.
   */
  getDeployments: { input: GetDeploymentsCall; output: DeploymentsListResponse }
  /**
   * Get whom the published dashboard of a workbook is shown to in embeds
   *
   * Needs view. Says what the workbook itself is shared with; what its folders are shared with comes on top and is not
   * listed here. To a key that names embed tenants no others are listed. What creators make is not shared this way.
   */
  getEmbedAccess: { input: GetEmbedAccessCall; output: EmbedAccessResponse }
  /** Get one group of an embed tenant */
  getEmbedGroup: { input: GetEmbedGroupCall; output: EmbedGroup }
  /**
   * Get the public keys that embed tokens of this tenant are signed with
   *
   * A JSON Web Key Set: the key that signs, the one that will sign next, and retired ones for as long as a token of theirs
   * can live.
   */
  getEmbedKeys: { input: Record<string, never>; output: JsonWebKeySet }
  /** Get one embed session with what was frozen into it */
  getEmbedSession: { input: GetEmbedSessionCall; output: EmbedSessionDetails }
  /**
   * Get the theme that embeds of the caller have
   *
   * With an embed token: the `embedTheme` of its session, or, of an internal user where the session has none, that of the
   * user. Else that of the user behind the key. Fields that are not set are left out; a service account has none. In frames
   * it overrides the theme of the tenant.
   */
  getEmbedTheme: { input: Record<string, never>; output: UserEmbedTheme }
  /**
   * List the environment variables of a deployment by name
   *
   * Values of names that contain PASS, SECRET, TOKEN, KEY or CREDENTIAL, in any case, come back as `[ENCRYPTED]`. Without
   * `first` the whole list comes at once; a deployment holds at most 1,000 variables.
   */
  getEnvVariables: { input: GetEnvVariablesCall; output: EnvVariablesListResponse }
  /**
   * Get the folders from the root down to a folder, itself included
   *
   * Whoever sees a folder sees its path: of those above that the caller could not see otherwise, as navigation. What the
   * caller may not see is not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a
   * creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  getFolderAncestors: { input: GetFolderAncestorsCall; output: Folder[] }
  /**
   * List the folders of one level, by position
   *
   * The root level unless `parentId` names another, 0 being the root; never more than one level. Those of one position by
   * id. A folder shows if the caller owns it, was granted it, or can see something below it; the last is for navigation
   * alone. What the caller may not see is not found; what it may see and not do is refused with `item_access_denied`. With
   * an embed token: a creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is
   * refused.
   */
  getFolders: { input: GetFoldersCall; output: FoldersListResponse }
  /**
   * Read the cubes and views of a deployment that the caller may see
   *
   * The engine of the deployment is asked with the security context of the caller, as `POST …/token` would carry it: access
   * policies decide what is in the answer. A deployment has to be named only by those who may see several.
   */
  getMeta: { input: GetMetaCall; output: MetaResponse }
  /** Get the git remote of the data model and what became of its pushes; its secrets are not shown */
  getRemote: { input: GetRemoteCall; output: Remote }
  /**
   * Get one report
   *
   * Needs view. Reading records no view. What the caller may not see is not found; what it may see and not do is refused
   * with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of that
   * embed tenant; any other token is refused.
   */
  getReport: { input: GetReportCall; output: Report }
  /**
   * List the reports that the caller can access
   *
   * All of them without `folderId`; 0 is the root. A report of a workbook lies in the workbook and in no folder:
   * `workbookId` finds it, whatever `folderId` says. `externalWorkbookId` finds those with a placement in that spreadsheet.
   * `search` is a part of the name, in any case, over all folders; one or two letters are the start of the name. By
   * `updatedAt` unless `sortBy` says otherwise; names ascending and times descending unless `sortDirection` says otherwise;
   * equals by id. With `lastViewedAt`, what the caller never viewed comes last, whatever the direction, and there is no
   * `after`; a view is recorded by refreshReport. The deprecated `page` (from 1) with `limit` goes no further than 10000
   * reports, and not together with `first` or `after`. A page ends early, with `hasNextPage`, at 8 MB of documents; one by
   * number, which could not go on behind its end, is refused with `page_too_large`. What the caller may not see is not
   * found; what it may see and not do is refused with `item_access_denied`. With an embed token: a creator-mode session of
   * an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  getReports: { input: GetReportsCall; output: ReportsListResponse }
  /** Get the OpenAPI 3.1 document of the running build */
  getSpec: { input: Record<string, never>; output: Record<string, unknown> }
  /** Get the settings of the tenant */
  getTenantSettings: { input: Record<string, never>; output: TenantSettings }
  /**
   * Get the attribute values of a user, one entry per tenant-wide definition, oldest first
   *
   * The user is internal or external; to a key scoped to embed tenants those are the external users of these, and nobody
   * else is found. A user without a value of its own shows the default of the definition; without one, null.
   */
  getUserAttributeValues: { input: GetUserAttributeValuesCall; output: UserAttributeValue[] }
  /**
   * List the tenant-wide attribute definitions, oldest first
   *
   * `name` finds the one definition of that name, `type` those of that type.
   */
  getUserAttributes: { input: GetUserAttributesCall; output: UserAttributesListResponse }
  /**
   * Get one workbook with its draft and its published dashboard
   *
   * Needs view. Reading records no view. What the caller may not see is not found; what it may see and not do is refused
   * with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of that
   * embed tenant; any other token is refused.
   */
  getWorkbook: { input: GetWorkbookCall; output: Workbook }
  /**
   * List the workbooks that the caller can access, last changed first
   *
   * All of them without `folderId`; 0 is the root. A page ends early, with `hasNextPage`, at 8 MB of documents. What the
   * caller may not see is not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a
   * creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  getWorkbooks: { input: GetWorkbooksCall; output: WorkbooksListResponse }
  /**
   * Make the content of a deployment what an archive of files says
   *
   * Takes what the export gives, changed or not, as the part `file`: a tar archive without compression, of 512 MB and 100000
   * files at most; links, devices, sparse files and other names are refused. All or nothing; applying it twice changes
   * nothing. Others go on saving in the workspace meanwhile; an item that somebody changes while it is imported is 409
   * `content_import_overtaken`. One import runs in a workspace at a time; another, and a save that waits for one too long,
   * is 503 `content_import_running`. What the archive does not hold is left as it is: nothing is deleted. Folders are found
   * by path, reports and dashboards by public id, workbooks by key and then by slug; each is made or changed as by hand,
   * with the same rights and refusals. A new item is the caller’s; an administrator of the tenant sets owners and grants as
   * the file says, and for others both are left as they are. Owners and grantees who are not here are left out, and `notes`
   * says so. An item that differs from the file and was changed since the export (`revision`), and since the last import, is
   * a conflict: 409 `content_import_conflict` unless `onConflict=overwrite`. With `dryRun` the plan is answered and nothing
   * changes, whatever it says. Public ids of the console are unique in a tenant: `publicIds=derive` gives reports and
   * dashboards ids of their own, the same each time, for an import into another deployment of the tenant that they were
   * exported from.
   */
  importContent: { input: ImportContentCall; output: ContentPlan }
  /**
   * List API keys, oldest first: an administrator sees all of the tenant, others their own
   *
   * A key scoped to deployments or embed tenants shows, reads and deletes itself and the keys it made, and no others of its
   * owner, unless it is `tenantWide`.
   */
  listApiKeys: { input: ListApiKeysCall; output: ApiKeysListResponse }
  /** List audit entries, newest first */
  listAuditLogs: { input: ListAuditLogsCall; output: AuditLogsListResponse }
  /**
   * List the branches of the data model by name; personal dev-mode branches are shown to those they belong to
   *
   * Without `first` the whole list comes at once; a deployment holds at most 1,000 branches.
   */
  listBranches: { input: ListBranchesCall; output: BranchesListResponse }
  /**
   * List what of the workspace names members that the data model does not have
   *
   * Compared with the model that production serves: `buildId` is its build, and where nothing is built, or its members are
   * not known, it is null and the list is empty. One entry for each member and place, by item: of reports as they are saved;
   * of workbooks their draft and calculated fields (`saved`) and what is published (`published`), with the reports as they
   * were then. Only items that the caller may view, in the workspace that the caller works in. Members of SQL and of
   * expressions are found by their text (`byText`): they may be something else, and their case does not count. At most 5000
   * uses of an item are known, and 100000 different members of a deployment. What the caller may not see is not found; what
   * it may see and not do is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed
   * tenant, in the workspace of that embed tenant; any other token is refused.
   */
  listContentProblems: { input: ListContentProblemsCall; output: ContentProblemsListResponse }
  /**
   * List the published versions of the dashboard of a workbook, newest first
   *
   * Needs edit: an older version may show what was taken out on purpose. The newest 100 are kept. Empty where nothing was
   * published. What the caller may not see is not found; what it may see and not do is refused with `item_access_denied`.
   * With an embed token: a creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token
   * is refused.
   */
  listDashboardVersions: { input: ListDashboardVersionsCall; output: DashboardVersionsListResponse }
  /**
   * List the dbt syncs of a deployment, newest first
   *
   * A run whose outcome was lost, and of which Temporal no longer knows, is `UNKNOWN`. Temporal is not asked for a list.
   */
  listDbtSyncs: { input: ListDbtSyncsCall; output: DbtSyncRunsListResponse }
  /** List the engine versions this deployment can move to: the newest of each channel, and those the tenant has run */
  listDeploymentVersions: { input: ListDeploymentVersionsCall; output: DeploymentVersionsResponse }
  /** List the members of a group, most recently added first */
  listEmbedGroupMembers: { input: ListEmbedGroupMembersCall; output: EmbedGroupMembersListResponse }
  /**
   * List the groups of an embed tenant, newest first
   *
   * Groups of both namespaces; the implicit group `system:tenant:{name}` is not among them. In a security context one of
   * `tenantGroups` is called `system:tenant:{embed tenant}:group:{name}`, one of `groups` `system:tenant:{embed
   * tenant}:{name}`.
   */
  listEmbedGroups: { input: ListEmbedGroupsCall; output: UserGroupsConnectionResponse }
  /**
   * List embed sessions, newest first: who is looking at what, minted by which key
   *
   * Filters join. A key scoped to deployments or embed tenants sees sessions of those, here and by id: the ones it could
   * have minted. Sessions waiting to be exchanged are `pending`; those whose token lives are `active`; both are `disabled`
   * while embedding is turned off in the tenant settings. `revokedAt` is when a revocation came; what a session depends on
   * may also have been deleted without one. Kept for a day past the end of the token.
   */
  listEmbedSessions: { input: ListEmbedSessionsCall; output: EmbedSessionsListResponse }
  /**
   * List embed tenants by name, with how many external users each has
   *
   * `search` finds a part of the name. A key scoped to embed tenants sees those.
   */
  listEmbedTenants: { input: ListEmbedTenantsCall; output: EmbedTenantsPublicResponse }
  /** List the attribute definitions of an embed tenant, oldest first */
  listEmbedUserAttributes: { input: ListEmbedUserAttributesCall; output: EmbedUserAttributesListResponse }
  /**
   * List the external users of an embed tenant by email
   *
   * `search` finds a part of the email or of the external id. Users without an email come first.
   */
  listEmbedUsers: { input: ListEmbedUsersCall; output: EmbedUsersPublicResponse }
  /**
   * Get the tree of the data model, with the content of its files if asked
   *
   * Each entry is `{ path, type: "file" | "directory", children?, content?, encoding? }` with paths from the root
   * (`/model/cubes/orders.yml`); what is not UTF-8, or holds a NUL, comes with `encoding: "base64"`. Links and submodules
   * are listed with `isSymlink` or `isSubmodule`, never followed and without content. Left out, the branch is the one the
   * credential is on in dev mode, else the deploy branch. `showLastCLIUpload` shows the branch as its last upload left it,
   * and nothing before the first.
   */
  listFiles: { input: ListFilesCall; output: SourceTreeResponse }
  /**
   * List values that a filter of a published dashboard may be set to
   *
   * For pages in frames, with the embed token, by the rules of streamWidgetData. The values of the member of a visible
   * FILTER widget, as far as the session sees them, in order. Hidden and disabled filters of the same view always narrow
   * them; the others do where the widget is faceted (`isFaceted`), with the values of `filters`. `controls` of the widget
   * names the member that another filter means here, or null, as that of a chart does. Times are text (ISO 8601).
   */
  listFilterChoices: { input: ListFilterChoicesCall; output: FilterChoices }
  /** List the tenant-wide groups, newest first */
  listGroups: { input: ListGroupsCall; output: UserGroupsListResponse }
  /** List the tenant-wide groups that a user or service account is in, newest first */
  listGroupsOfUser: { input: ListGroupsOfUserCall; output: UserGroupsOfUserResponse }
  /**
   * List the regions a deployment can be created in
   *
   * The operator names them in FACET_REGIONS; an installation that names none has one, `local`.
   */
  listRegions: { input: ListRegionsCall; output: RegionsListResponse }
  /**
   * List every folder that the caller can see, with how many reports lie in it; for older clients
   *
   * Of all levels, in order of id. A folder of reports is a folder as any other: there is one kind. What the caller may not
   * see is not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a creator-mode
   * session of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  listReportFolders: { input: ListReportFoldersCall; output: ReportFoldersListResponse }
  /**
   * List what an item is shared with, by itself and through its workbook and folders
   *
   * Of Folder, ReportFolder (which is Folder), Workbook, Report, Dashboard and Deployment; others are refused. Needs full
   * access to the item, of a dashboard to its workbook, and the action All on a deployment. In a deployment that the
   * credential reaches; with an embed token in creator mode in the workspace of its embed tenant. Those of the item first,
   * then inherited ones from the nearest on. An owner is not listed: ownership is no grant. A key that names embed tenants
   * is shown no others.
   */
  listResourcePolicies: { input: ListResourcePoliciesCall; output: ResourcePoliciesResponse }
  /** List service accounts: owners of keys that must outlive any one person */
  listServiceAccounts: { input: ListServiceAccountsCall; output: ServiceAccountsListResponse }
  /**
   * List the users and service accounts in a tenant-wide group, most recently added first
   *
   * External users are in it through their sessions and not listed here; `userCount` of the group counts them too. Names of
   * many people: administrators only.
   */
  listUserGroupMembers: { input: ListUserGroupMembersCall; output: UserGroupMembersListResponse }
  /** List the users of the tenant, oldest first; external users belong to embed tenants and are listed there */
  listUsers: { input: ListUsersCall; output: UsersListResponse }
  /**
   * Read the newest lines that the engines and builds of a deployment wrote, oldest first
   *
   * The last 1,000 lines that match. Without `source`, production and development together, by time. `pod` and `container`
   * narrow those of production; without `container` it is `cubejs-server`, of which `svc-server` is another name. Lines are
   * kept for some days (`FACET_ENGINE_LOG_DAYS`), at most 10,000 of a deployment.
   */
  logs: { input: LogsCall; output: LogsResponse }
  /**
   * Merge a branch into its parent
   *
   * Where both sides changed a file the answer is 409 `merge_conflict` with every such file, both sides and their common
   * ancestor, and nothing is changed. The parent gets a commit with both histories, or one commit with `squashCommits`; a
   * kept branch then takes that commit in, so that nothing is merged twice. The branch is kept unless `deleteBranch` is
   * true. Merging into the deploy branch takes the action SchemaUpdate, and is refused while `deployBranchMergeAllowed` is
   * off. `deployBranchReadOnly` does not stand in its way. After a merge that changed the deploy branch the data model is
   * compiled, for at most 20 seconds; `validation` has the result. The merge stands, and production keeps its last good
   * build. With `requireBuild` a model that does not compile is refused before anything is changed. With a git remote
   * connected the branch is then pushed there, which is waited for up to 20 seconds; `push` says what came of it. What was
   * committed stays committed whatever the remote says, and a push that fails is tried again.
   */
  mergeIntoParentBranch: { input: MergeIntoParentBranchCall; output: MergeResponse }
  /**
   * Merge a branch straight into the deploy branch
   *
   * Where both sides changed a file the answer is 409 `merge_conflict` with every such file, both sides and their common
   * ancestor, and nothing is changed. The branch is kept unless `removeBranchAfterMerge` is true. Merging into the deploy
   * branch takes the action SchemaUpdate, and is refused while `deployBranchMergeAllowed` is off. `deployBranchReadOnly`
   * does not stand in its way. After a merge that changed the deploy branch the data model is compiled, for at most 20
   * seconds; `validation` has the result. The merge stands, and production keeps its last good build. With `requireBuild` a
   * model that does not compile is refused before anything is changed. With a git remote connected the branch is then pushed
   * there, which is waited for up to 20 seconds; `push` says what came of it. What was committed stays committed whatever
   * the remote says, and a push that fails is tried again.
   */
  mergeToDefaultBranch: { input: MergeToDefaultBranchCall; output: MergeResponse }
  /**
   * Move a folder, a workbook or a report to a folder or to the root
   *
   * Needs, of a workbook or a folder, full access to it; of a report, edit on it and a role with ReportManage; of each, edit
   * on the destination if that is a folder. 0 or null is the root. A report of a workbook does not move alone. Owners and
   * direct grants stay; what was inherited is that of the new place. A folder goes neither into itself nor below itself, nor
   * deeper than ten levels, and its name is unique where it goes. Moving to where it lies changes nothing. What the caller
   * may not see is not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a
   * creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  moveWorkspaceObject: { input: MoveWorkspaceObjectCall; output: WorkspaceItem }
  /**
   * List the engine processes of a deployment that run right now
   *
   * None while it sleeps: an engine starts with the first query.
   */
  pods: { input: PodsCall; output: PodsResponse }
  /**
   * Run the Python analysis of a report of a published dashboard
   *
   * This version cannot run Python. Every request of a caller that can get the dashboard returns 403 `python_disabled`.
   * Nothing is stored.
   */
  postDashboardPythonRun: { input: PostDashboardPythonRunCall; output: PythonAnalysisFilteredRun }
  /**
   * Change a user, as `updateUser` does
   *
   * A field left out, or null, keeps its value. `isAdmin` gives or takes the Admin role over the whole tenant. Deactivating
   * ends every session and refuses every key of the user at once. Nobody deactivates themselves, and the last active
   * administrator stays one. A document, such as `settings`, replaces the one before; each has at most 16 KiB.
   * `securityContext` is what embed sessions of this internal user hand to queries.
   */
  postUser: { input: PostUserCall; output: User }
  /**
   * Say who would see more and who less, were items moved to a folder or to the root
   *
   * Nothing is moved. Needs what moveWorkspaceObject and bulkMoveWorkspaceObjects need, and full access to each item, as
   * explainContentAccess does; an item that could not be moved is in `failed`, with the status and message that the move
   * would have. All are looked at as they lie now and as they would once all of them were moved. A grantee is a user, a
   * group, the whole organisation, an embed tenant or all embed users: whoever owns or was granted something on the way from
   * the item to the root, before or after. For a user the groups count too, and for a user and a group what the organisation
   * has. It is what grants give: roles cap it as ever, administrators have everything either way, and members of groups are
   * not listed one by one. What lies in a folder or a workbook has the same change where nothing nearer says otherwise. 50
   * changes an item are listed, and all are counted. Where the caller would no longer have full access, those who come in by
   * the new place are counted and not listed, and `because` of `after` is empty. What the caller may not see is not found;
   * what it may see and not do is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed
   * tenant, in the workspace of that embed tenant; any other token is refused.
   */
  previewContentMove: { input: PreviewContentMoveCall; output: PreviewContentMoveResponse }
  /**
   * Run a dbt sync without the commit, to see what it would change
   *
   * The same as a sync, up to the compiled data model, and nothing is committed. Follow it as a sync; then read its diff and
   * its report. `branchName` is what it is compared with: left out, the deploy branch.
   */
  previewDbtSync: { input: PreviewDbtSyncCall; output: DbtSyncResponse }
  /**
   * Publish the dashboard of a workbook as a new version, with a snapshot of every report it shows
   *
   * Needs edit. Publishes `config`, or the draft where none is sent; a `config` that is sent does not become the draft.
   * `workbookId` repeats that of the path. A workbook has one dashboard, made by the first publish under a public id of 12
   * characters that stays; `dashboardId` must be its id, or be left out. Every CHART widget names by `config.reportId` a
   * report of the same workbook. The snapshots freeze id, public id, name, title, description, queries, pivot, meta and
   * calculated fields; they have 8 MB together at most, and later changes of a report show after the next publish. `title`
   * and `description` left out, or null, are those of the configuration. `allowEmbed` keeps its value unless it is sent; it
   * begins as false. Charts of Vega-Lite (`meta.kind` is `vega`) are checked and compiled, and what they compile to is kept
   * with the version; one that says what charts may not is refused. Where configuration, snapshots, title and description
   * are those of the current version, there is no new version: the answer is the current one, with `allowEmbed` as sent. The
   * newest 100 versions are kept: a new one ends the oldest. What the caller may not see is not found; what it may see and
   * not do is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the
   * workspace of that embed tenant; any other token is refused.
   */
  publishDashboard: { input: PublishDashboardCall; output: Dashboard }
  /**
   * Take in what is new: from the remote, and on a personal branch from its parent
   *
   * Left out, the branch is the one the credential is on in dev mode, else the deploy branch. Pulling the deploy branch
   * takes the action SchemaUpdate. Where both sides changed a file the answer is 409 `merge_conflict` with every such file,
   * both sides and their common ancestor, and nothing is changed. `buildTriggered` says whether the branch moved; without a
   * remote a shared branch never does. A branch that has nothing but what the remote gave it, or the commit every data model
   * begins with, goes where the remote goes, also where history was rewritten there; otherwise both sides are merged. A
   * branch that only the remote has becomes a shared branch here. Its files are held to the rules for files; links and
   * submodules are kept and never followed. What the remote let through is taken as reviewed there: `wideningMerges`,
   * `breakingMerges` and `modelCodeEdits` are not asked.
   */
  pull: { input: PullCall; output: PullResponse }
  /**
   * Push a shared branch to the git remote; nothing there is overwritten
   *
   * Left out, the branch is the one the credential is on in dev mode, else the deploy branch. Personal ones are not pushed.
   * A push only ever adds: where the remote has commits of the branch that are not here, it is refused with `remote_moved`.
   * Pull, then push again. A push whose answer was lost can be sent again: it finds the remote where it should be, and
   * `isPushed` is false when the service went down between the push and its record.
   */
  pushBranch: { input: PushBranchCall; output: PushBranchResponse }
  /**
   * Read some of the cubes and views of a deployment that the caller may see
   *
   * The engine of the deployment is asked with the security context of the caller, as `POST …/token` would carry it: access
   * policies decide what is in the answer. A deployment has to be named only by those who may see several. A list of names
   * as `selectors` means the same as `{ "cubes": […] }`; left out, everything.
   */
  queryMeta: { input: QueryMetaCall; output: MetaResponse }
  /**
   * What the host of the dbt repository calls after a push: starts a sync
   *
   * The sender proves itself with the webhook secret of the integration, in the way of its host: GitHub by
   * `X-Hub-Signature-256`, Bitbucket by `X-Hub-Signature`, both an HMAC-SHA256 of the body, GitLab by `X-Gitlab-Token`,
   * Azure DevOps as the password of basic authentication, and anything else by `X-Facet-Signature-256: sha256=<HMAC-SHA256
   * of the body in hex>` with `X-Git-Event: push` and `{"ref": "refs/heads/main", "after": "<SHA>"}`. What nothing proves is
   * refused in the same words for every deployment, whether it is there or not. A push to the branch that is set, or else to
   * the default branch, starts a sync to a fresh review branch. A commit of a branch starts one sync, however often and
   * under whichever delivery id it is told. While one of these syncs runs, one more waits: pushes until it begins are taken
   * in by it. What is ignored is answered with the reason, 200.
   */
  receiveDbtPushNotice: { input: ReceiveDbtPushNoticeCall; output: DbtPushNoticeResponse }
  /**
   * What a git host calls after a push: pulls the branch
   *
   * Push notices of GitHub, GitLab, Bitbucket and Azure DevOps are understood, and any request with the header `x-git-event:
   * push`, whose `ref` may be left out for the deploy branch. The sender proves itself by the token in the address alone.
   * 201: the branch moved. 204: another event, a branch not kept here, or nothing new. A branch is pulled for a notice once
   * in 30 seconds at most; more are refused with `webhook_cooldown`, so that a push delivered five times is one pull. The
   * pull goes on when the sender hangs up.
   */
  receivePushNotice: { input: ReceivePushNoticeCall; output: PushNoticeResponse | null }
  /**
   * Record that the caller has refreshed a report
   *
   * Needs view. Sets `refreshedBy` and, for the caller, when it was last viewed; nothing of its definition changes, nor
   * `updatedAt`. It is its own record: there is no audit entry. What the caller may not see is not found; what it may see
   * and not do is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the
   * workspace of that embed tenant; any other token is refused.
   */
  refreshReport: { input: RefreshReportCall; output: Report }
  /**
   * Remove users from a group
   *
   * Someone who is not in it, or is not known, is ignored; nobody is created. Sessions of those removed end at once and
   * everywhere.
   */
  removeEmbedGroupMembers: { input: RemoveEmbedGroupMembersCall; output: null }
  /**
   * Take a folder, workbook or report from the favourites of the caller
   *
   * Needs view. Removing what is none changes nothing. What the caller may not see is not found; what it may see and not do
   * is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace
   * of that embed tenant; any other token is refused.
   */
  removeFavorite: { input: RemoveFavoriteCall; output: null }
  /**
   * Delete files; a path that names a folder deletes what is in it
   *
   * All files or none. Only personal dev-mode branches are written; `branchName` or `branchId` names one and wins over the
   * branch the credential is on. A file is at most 10 MB, a data model at most 10,000 files; paths that leave the
   * repository, reach what git acts upon (`.git`, `.gitmodules`, `.gitattributes`), could not be kept on every disk, or
   * differ only in case are refused. With `modelCodeEdits: secrets`, files with code need SecretsManage. A save that changes
   * nothing makes no commit.
   */
  removeFiles: { input: RemoveFilesCall; output: DataModelWriteResponse }
  /**
   * Remove users and service accounts from a tenant-wide group
   *
   * Who is not in it, or is not known, is ignored. Content shared with the group is gone for them at once, and their embed
   * sessions end at once and everywhere.
   */
  removeUserGroupMembers: { input: RemoveUserGroupMembersCall; output: null }
  /**
   * Rename files; a path that names a folder renames the folder
   *
   * All files or none. Only personal dev-mode branches are written; `branchName` or `branchId` names one and wins over the
   * branch the credential is on. A file is at most 10 MB, a data model at most 10,000 files; paths that leave the
   * repository, reach what git acts upon (`.git`, `.gitmodules`, `.gitattributes`), could not be kept on every disk, or
   * differ only in case are refused. With `modelCodeEdits: secrets`, files with code need SecretsManage. A save that changes
   * nothing makes no commit. A new path that is taken is refused; names can be swapped in one call.
   */
  renameFiles: { input: RenameFilesCall; output: DataModelWriteResponse }
  /**
   * Carry on with a fresh session in the frame that is open, without reloading it
   *
   * Sent with the live token of the frame and a new session id of the same user, embed tenant and deployment. Answers the
   * next token; what the new session froze holds from then on, and the old token lives until its own end.
   */
  renewSession: { input: RenewSessionCall; output: GenerateEmbedTokenResponse }
  /**
   * Give members of the data model their new names wherever content uses them
   *
   * Goes over the items of the workspace that use one of `from`, by id, at most 20 in one call: send `pageInfo.endCursor` as
   * `after` until `hasNextPage` is false. With `dryRun` nothing changes, and the answer is the same. Needs edit on the item:
   * those that the caller may only view are in `left` with `item_access_denied`, others are not mentioned. Of reports:
   * queries, fields of pivot, chart and filters, and calculated fields. Of workbooks: the draft and the calculated fields.
   * What is published of a workbook gets a new version in which only the names differ: what was edited since and not
   * published stays unpublished; older versions stay as they are. SQL is never rewritten: an item that uses a member there
   * is in `left` with `sql_is_yours`, whatever else of it was repaired. Each `from` is named once and is no `to` of the same
   * call. A `to` that the model of production does not have is refused with `member_unknown`, unless it is a dry run: then
   * it is among `missing`. Applying it again finds nothing to repair. What the caller may not see is not found; what it may
   * see and not do is refused with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in
   * the workspace of that embed tenant; any other token is refused.
   */
  repairContent: { input: RepairContentCall; output: ContentRepairs }
  /** Take the onboarding of a deployment back to its first step, `project` */
  resetCreationStep: { input: ResetCreationStepCall; output: Deployment }
  /**
   * Make the configuration of a version the draft again
   *
   * Needs edit. The draft is replaced; what is published does not change until it is published. Reports are not restored:
   * those that the configuration names and the workbook no longer has are listed in `missingReports`. What the caller may
   * not see is not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a
   * creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  restoreDashboardVersion: { input: RestoreDashboardVersionCall; output: DashboardRestoreResponse }
  /** Revoke one embed session; every process refuses its token within a second */
  revokeEmbedSession: { input: RevokeEmbedSessionCall; output: EmbedSession }
  /**
   * Revoke every session minted so far for a user, an embed tenant, a deployment or by a key
   *
   * Exactly one of the four; `externalId` may come with its `embedTenantName`. A key scoped to embed tenants names one of
   * those, one scoped to deployments one of those; one scoped to both ends its sessions one by one. Tokens for the data API
   * that were made for the deployment, or with the key, end as well. What is made afterwards is not touched. An id that no
   * longer exists is accepted: what depends on it ends.
   */
  revokeEmbedSessions: { input: RevokeEmbedSessionsCall; output: RevokeEmbedSessionsResponse }
  /**
   * Make a new key pair for the dbt repository in place of the present one
   *
   * Syncs fail from now on until the new public key is a deploy key of the repository.
   */
  rotateDbtSshKey: { input: RotateDbtSshKeyCall; output: RotateDbtSshKeyResponse }
  /** Make a new signing secret for webhooks and show it once; the one before ends */
  rotateDbtWebhookSecret: { input: RotateDbtWebhookSecretCall; output: RotateDbtWebhookSecretResponse }
  /**
   * Switch the staging environment of a shared branch
   *
   * This version has no staging environments. The request is checked, and then returns 501 `not_in_this_version`. Nothing is
   * stored. Exactly one of `branchName` and `branchId`. Personal dev-mode branches and the deploy branch have no staging
   * environment.
   */
  setBranchStagingEnvironment: { input: SetBranchStagingEnvironmentCall; output: SetBranchStagingEnvironmentResponse }
  /**
   * Connect a deployment to its dbt project, or change the settings
   *
   * All settings at once: what is left out has its default, and a field that is not known is refused. The token alone stays
   * when it is left out, with its username, as long as scheme, host and port of the URL do; it is sent to no other host.
   * Over SSH the repository is reached with a key pair made here, of which only the public half is shown. The keys the host
   * shows are pinned when a URL first names it. Nothing is cloned yet, and the deployment is not rebuilt: test the
   * connection, then start a sync. The signing secret for webhooks is shown when the integration is first made.
   */
  setDbtIntegration: { input: SetDbtIntegrationCall; output: SetDbtIntegrationResponse }
  /**
   * Add or change environment variables; those not named keep their values
   *
   * Values of names that contain PASS, SECRET, TOKEN, KEY or CREDENTIAL, in any case, come back as `[ENCRYPTED]`. Sending
   * that mask back as a value is refused, so a list that was read cannot overwrite secrets. New names are POSIX identifiers;
   * names that steer the runtime (NODE_OPTIONS, LD_*, PATH and the like) or are set by the platform are refused. When one
   * name comes twice, the last value stands.
   */
  setEnvVariables: { input: SetEnvVariablesCall; output: EnvVariablesListResponse }
  /**
   * Share an item with a group, or end that
   *
   * Of Folder, ReportFolder (which is Folder), Workbook, Report, Dashboard and Deployment; others are refused. Needs full
   * access to the item, of a dashboard to its workbook, and the action All on a deployment. In a deployment that the
   * credential reaches; with an embed token in creator mode in the workspace of its embed tenant. FolderRead, WorkbookRead
   * and ReportRead are view, Edit is edit, Manage is full; a dashboard has EmbedDashboardRead, which shows it and nothing of
   * its workbook. A deployment has All, DeploymentRead, DeploymentUpdate, DeploymentDelete, SecretsManage, SchemaRead,
   * SchemaUpdate, SchemaUpdateDevBranches, APMRead, DownloadData, which add to what roles allow; each includes
   * DeploymentRead, and SchemaUpdate the other Schema actions. One grant for each user or group, replaced by the next;
   * without an action it is cleared. 1000 grants an item at most. The nearest grant decides: one on a folder is not seen
   * where a nearer one speaks of the same caller. A tenant-wide group; for a creator, a group of the same embed tenant. A
   * caller of the console may also name the groups of the platform, to view and nothing more: that of an embed tenant by the
   * id of the embed tenant, that of all embed users by the id of the tenant, as getEmbedAccess shows them. Whoever is no
   * administrator of the tenant names embed tenants so that the item is shared with already, and others by name at
   * updateEmbedAccess. A key that names embed tenants is held to these, and kept from all embed users. A dashboard alone is
   * not shared with groups of the platform: share its workbook.
   */
  setGroupPolicy: { input: SetGroupPolicyCall; output: ResourcePoliciesResponse }
  /**
   * Share an item with a user or with the whole organization, or end that
   *
   * Of Folder, ReportFolder (which is Folder), Workbook, Report, Dashboard and Deployment; others are refused. Needs full
   * access to the item, of a dashboard to its workbook, and the action All on a deployment. In a deployment that the
   * credential reaches; with an embed token in creator mode in the workspace of its embed tenant. FolderRead, WorkbookRead
   * and ReportRead are view, Edit is edit, Manage is full; a dashboard has EmbedDashboardRead, which shows it and nothing of
   * its workbook. A deployment has All, DeploymentRead, DeploymentUpdate, DeploymentDelete, SecretsManage, SchemaRead,
   * SchemaUpdate, SchemaUpdateDevBranches, APMRead, DownloadData, which add to what roles allow; each includes
   * DeploymentRead, and SchemaUpdate the other Schema actions. One grant for each user or group, replaced by the next;
   * without an action it is cleared. 1000 grants an item at most. The nearest grant decides: one on a folder is not seen
   * where a nearer one speaks of the same caller. `userId: null` is the whole organization, which gives everybody at least
   * that level and lowers nobody. Without `userId` the request returns `grantee_required`, so that a user id that was lost
   * on the way never shares with everybody. A user or service account of the tenant, of whom only the id is told to whoever
   * is no administrator of the tenant; for a creator, a user of the same embed tenant, with whom a dashboard alone is not
   * shared: share its workbook. An owner keeps full access whatever is granted.
   */
  setUserPolicy: { input: SetUserPolicyCall; output: ResourcePoliciesResponse }
  /**
   * List what the console has shared with embed users, as one feed
   *
   * Of the console’s workspace: what is shared with all embed users, and with the embed tenant of the session; the same for
   * every caller of one embed tenant. A shared folder shows everything below it; of a shared item the folders above are
   * shown for navigation, and nothing else in these. Owners and editors are blanked; a workbook comes without its draft and
   * other `meta`, with what is published, if the caller gets that from getDashboard: without `allowEmbed` it is null but for
   * creators and for what is shared with all embed users; a report without its placements. Any embed token may ask; a caller
   * of the console, or of no embed tenant, sees what is shared with all embed users. Nobody views here, so
   * `viewer_last_viewed_at` is the order by `updated_at`. One level: the root, unless `folderId` names another, 0 being the
   * root. `search` is a part of the name, in any case, over all folders, whatever `folderId` says; one or two letters are
   * the start of the name. Folders come first, by position; the rest by `updated_at` unless `orderByField` says otherwise,
   * names ascending and times descending unless `orderByDirection` says otherwise, equals by id. With
   * `viewer_last_viewed_at` what was never viewed comes last, and there is no `after`. Reports of a workbook are in the
   * workbook and not in the feed. A page ends early, with `hasNextPage`, at 8 MB of documents.
   */
  sharedWorkspaceObjects: { input: SharedWorkspaceObjectsCall; output: WorkspaceConnectionResponse }
  /**
   * Start a dbt sync: cubes are made of the dbt project and committed to a branch
   *
   * Without `branchName` a review branch is made and named after `ref`; with one, that branch is used, or made from the
   * deploy branch. The deploy branch itself is not a target: merge the review branch. `ref` is a branch or tag of the dbt
   * repository, for this run alone; empty is as good as left out. With `manifestId` nothing is cloned and dbt is not run:
   * the manifest that was pushed is converted; an empty one is refused. Several runs of a deployment may be started: each
   * tenant has its turns, and two on one branch come after each other.
   */
  startDbtSync: { input: StartDbtSyncCall; output: DbtSyncResponse }
  /**
   * Enter dev mode: a personal branch made from a shared one, on which files are written
   *
   * `branchName` is the branch to fork; without it the request returns `branch_required`. The personal branch belongs to the
   * user (or service account), the deployment and the parent: entering the same parent again finds it again. Calls of this
   * credential that name no branch then mean it, also those that mean the deploy branch otherwise. Runs that share a
   * credential should name `branchName` in every call, which always wins, and may ask for a branch of their own with
   * `fresh`.
   */
  startDevMode: { input: StartDevModeCall; output: DevBranchResponse }
  /**
   * Open an upload to a branch
   *
   * It stays open for six hours and is bound to its branch and project root: later calls leave these out or say the same.
   * Whoever may write the branch may go on with the upload. A deployment has at most 100 open at once. Older clients send
   * `branchName` in the body.
   */
  startUpload: { input: StartUploadCall; output: StartUploadResponse }
  /** Leave dev mode; the personal branch stays. Answers the same when the credential was not in it */
  stopDevMode: { input: StopDevModeCall; output: DataModelWriteResponse }
  /**
   * Get the data of widgets of a published dashboard, each as soon as it is there
   *
   * For pages in frames, with the embed token. Whoever may get the dashboard may ask, and sees what the security context of
   * the session lets them see. Nobody sends a query: the ids of CHART widgets name reports of the published version, whose
   * queries are asked with the values of the FILTER and TIME_GRAIN widgets of the dashboard. A filter applies to every chart
   * that reads the view or cube of its member, a grain to every chart that groups by its time dimension, unless `controls`
   * of the chart says another member for it, or null. What holds is the value that was sent, else the attribute of the user
   * that the widget names, where it is not empty, else its default. A value that is sent as null, or not at all, takes the
   * filter away. Hidden and disabled controls always have their own value, and sending one for them is refused. Where the
   * filters, or the grains, that the viewer may change make a query that cannot be answered, the chart is answered without
   * all of that kind, with a note; what is hidden or disabled is never left out, and where it cannot be asked the chart
   * fails (`control_value_invalid`). A warehouse that is busy or away is no reason to leave anything out. Without a limit of
   * its own a report has 5000 rows, and 50000 at most; `isTruncated` says that there are more. Equal queries are asked once.
   * A line `failed` has the code of the API, or one of `sql_needs_addon`, `report_without_query`, `control_value_invalid`,
   * `result_too_large`, `member_denied`, `cube_without_access_policy`, `rollup_only`, `scope_missing`, `invalid_query`,
   * `query_failed`; what the engine said is in the log of the deployment. When the token ends meanwhile, what is still under
   * way is cut.
   */
  streamWidgetData: { input: StreamWidgetDataCall; output: WidgetDataLine; streams: true }
  /**
   * Test whether the warehouse of a deployment can be reached, and say what is wrong
   *
   * With the variables of the deployment, and over them those that are sent, which are not stored. The driver that queries
   * use asks the warehouse one small question, from where queries are run. It takes a minute at most.
   */
  testConnection: { input: TestConnectionCall; output: ConnectionTestResponse }
  /**
   * Test the connection to the dbt repository, and say what is wrong with it
   *
   * Of the integration as it is set, or, with a `url`, of one that is not set yet: nothing of it is kept. The token that is
   * kept is used only for the scheme, host and port it was given for.
   */
  testDbtConnection: { input: TestDbtConnectionCall; output: TestDbtConnectionResponse }
  /** Test the connection to the git remote, and say what is wrong with it */
  testRemote: { input: TestRemoteCall; output: TestRemoteResponse }
  /**
   * Hand everything that a user owns in a deployment to another user
   *
   * Administrators, of the tenant or of the deployment. Folders, workbooks and reports of the console’s workspace change
   * their owner, all or nothing; places, grants, `createdBy` and `updatedAt` stay, and the former owner has what grants
   * give. `fromUserId: null` are the items that nobody owns, since their owner was deleted; the id of one who was deleted
   * are those that they left. Both are users or service accounts of the tenant; the receiver must be active. With `dryRun`
   * nothing changes. Repeating finds nothing left.
   */
  transferContent: { input: TransferContentCall; output: ContentTransfer }
  /**
   * Change some parts of how the console and embeds look and behave
   *
   * Administrators only. A part left out keeps its value; null clears it; one that is sent replaces the one before, whole.
   * `applyThemeGlobally` null keeps its value. Addresses are https. There is one theme for a tenant.
   */
  updateAppConfig: { input: UpdateAppConfigCall; output: AppConfigResponse }
  /**
   * Allow embedding a published dashboard, or end that
   *
   * Administrators, of the tenant or of the deployment. Off, signed sessions get 403 from getDashboard, at once; creator
   * mode and what is shared with all embed users go on. It is necessary and not sufficient: the dashboard must also be
   * shared.
   */
  updateDashboardEmbedding: { input: UpdateDashboardEmbeddingCall; output: DashboardEmbeddingResponse }
  /**
   * Change some settings of a deployment
   *
   * A field left out, or null, keeps its value; `templateVariables` are merged key by key. A version that is not the newest
   * of its channel is held unless `releaseChannelVersionHold` is sent; a channel without a version moves to the newest of
   * that channel. The image is resolved here, never sent. A `customDomain` is for one deployment of the whole installation:
   * whoever names it first has it, unproven, until it is cleared or the deployment deleted; the operator frees one that was
   * taken wrongly (`facet domains release`). The host of a tenant is none, and names below it are for that tenant alone. Own
   * settings: `wideningMerges: acknowledge` makes every change of the deploy branch that lets somebody see more need an
   * explicit acknowledgement; `breakingMerges: acknowledge` asks the same of every change that breaks reports or dashboards;
   * `modelCodeEdits: secrets` keeps JavaScript and Python of the data model, `cube.js` among it, for those who may manage
   * secrets, since that code sees the variables of the deployment; `embedWithoutPolicy` says what a query of an embed
   * session gets from a cube without an access policy: `refuse` (a refusal), `warn` (rows and a warning) or `allow` (rows).
   */
  updateDeployment: { input: UpdateDeploymentCall; output: DeploymentSettings }
  /**
   * Share the published dashboard of a workbook with an embed tenant or with all embed users, or allow embedding it
   *
   * Needs full access. One target with an `action`: `read` shares the workbook, to be viewed and nothing more, with the
   * group of the platform for that embed tenant or for all embed users; `none` ends that, at once. And, or alone,
   * `allowEmbed`, which needs a published dashboard. An `embedTenantName` is taken in any case and must exist;
   * `allEmbedUsers: false` is no target. A key that names embed tenants is held to these, and kept from all embed users.
   * Sending what holds already changes nothing.
   */
  updateEmbedAccess: { input: UpdateEmbedAccessCall; output: EmbedAccessResponse }
  /**
   * Change the description of a group; its name stays, since access policies refer to it
   *
   * An empty text clears the description; left out, or null, it stays.
   */
  updateEmbedGroup: { input: UpdateEmbedGroupCall; output: EmbedGroup }
  /**
   * Create or overwrite files
   *
   * All files or none. Only personal dev-mode branches are written; `branchName` or `branchId` names one and wins over the
   * branch the credential is on. A file is at most 10 MB, a data model at most 10,000 files; paths that leave the
   * repository, reach what git acts upon (`.git`, `.gitmodules`, `.gitattributes`), could not be kept on every disk, or
   * differ only in case are refused. With `modelCodeEdits: secrets`, files with code need SecretsManage. A save that changes
   * nothing makes no commit.
   */
  updateFiles: { input: UpdateFilesCall; output: DataModelWriteResponse }
  /**
   * Rename a folder or change its place among its siblings
   *
   * Needs edit. A field left out, or null, keeps its value. The parent is changed by a move and not here. What the caller
   * may not see is not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a
   * creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  updateFolder: { input: UpdateFolderCall; output: Folder }
  /**
   * Tie an AI widget of the published dashboard to a thread
   *
   * Needs edit. Written to `config.threadId` and `config.checksum` of the widget in the current version, and in the draft
   * where it has the same AI widget, so that the next publish keeps it; there is no new version. Left out, the checksum is
   * cleared. What the caller may not see is not found; what it may see and not do is refused with `item_access_denied`. With
   * an embed token: a creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is
   * refused.
   */
  updatePublishedDashboardAiWidgetThread: { input: UpdatePublishedDashboardAiWidgetThreadCall; output: Dashboard }
  /**
   * Change some fields of a report
   *
   * Needs edit. A field left out keeps its value; null clears it, and leaves `name` and `publicId` as they are. A `folderId`
   * or `workbookId` that changes its place needs what a move does: a role with ReportManage, and edit on the destination;
   * `folderId: null` is the root, `workbookId: null` takes it out of its workbook to where that lies. `meta` replaces the
   * one before. Published dashboards keep the report as it was until they are published again. A `publicId` other than its
   * own is refused. What the caller may not see is not found; what it may see and not do is refused with
   * `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of that embed
   * tenant; any other token is refused.
   */
  updateReport: { input: UpdateReportCall; output: Report }
  /**
   * Change some settings of the tenant
   *
   * A field left out, or null, keeps its value; `embedOrigins` replaces the whole list. Administrators only.
   */
  updateTenantSettings: { input: UpdateTenantSettingsCall; output: TenantSettings }
  /**
   * Change a user; email and username stay
   *
   * A field left out, or null, keeps its value. `isAdmin` gives or takes the Admin role over the whole tenant. Deactivating
   * ends every session and refuses every key of the user at once. Nobody deactivates themselves, and the last active
   * administrator stays one. A document, such as `settings`, replaces the one before; each has at most 16 KiB.
   * `securityContext` is what embed sessions of this internal user hand to queries.
   */
  updateUser: { input: UpdateUserCall; output: User }
  /**
   * Change the texts, the default or the trust of an attribute; name and type stay
   *
   * A field left out, or null, keeps its value; an empty text clears it. Taking the trust away ends no session: it holds
   * from the next one on.
   */
  updateUserAttribute: { input: UpdateUserAttributeCall; output: UserAttribute }
  /**
   * Change some fields of a workbook
   *
   * Needs edit; any request with a `folderId`, null being the root, needs full access, and edit on the destination if that
   * is a folder. A field left out keeps its value, and so do `name`, `meta` and `calculatedFields` that are null. `meta` and
   * `calculatedFields` replace the ones before; a `meta` without `dashboardDraft` removes the draft. A slug has 1 to 100 of
   * a-z, 0-9, - and _, the first a letter or digit. One that another workbook of the deployment has is 409 `slug_taken`,
   * also where the caller cannot see that workbook; with `slugTakeover: true` and edit on that workbook it is taken from it,
   * which then has none. What the caller may not see is not found; what it may see and not do is refused with
   * `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of that embed
   * tenant; any other token is refused.
   */
  updateWorkbook: { input: UpdateWorkbookCall; output: Workbook }
  /**
   * Replace the draft of the dashboard of a workbook
   *
   * Needs edit. The draft is that of `meta.dashboardDraft` of the workbook, and the same rules hold wherever it is written:
   * fields of the schema fit it, ids of widgets are unique, others are kept as sent. Null removes it; left out, it stays. It
   * may name reports that do not exist yet: publishing refuses these. What is published does not change. What the caller may
   * not see is not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a
   * creator-mode session of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  updateWorkbookDashboard: { input: UpdateWorkbookDashboardCall; output: WorkbookDashboard }
  /**
   * Push the manifest.json of a dbt project, to sync from it, and its catalog.json
   *
   * For pipelines that ran dbt themselves: no access to the repository is needed, and dbt is not run here. The part `file`
   * is `target/manifest.json`, as it is or packed with gzip, at most 256 MB unpacked; it is streamed to the store and read
   * when a sync is started with its `manifestId`. With `catalogOf`, the id of a manifest that was pushed, the file is
   * `target/catalog.json` of the same project: a sync of that manifest takes types of columns from it. Another catalog of
   * the same manifest takes its place. A deployment keeps 2 GB, counted unpacked, and no longer than it keeps syncs: of what
   * is there, the oldest that no sync waits for makes room.
   */
  uploadDbtManifest: { input: UploadDbtManifestCall; output: DbtManifest }
  /**
   * Put one file into an open upload
   *
   * The text fields come before the file. `transaction` is the id, or the JSON of the transaction object. The same name
   * again replaces the file; a file is at most 10 MB, all of an upload 128 MB. Nothing of the branch changes before the
   * upload is finished.
   */
  uploadFile: { input: UploadFileCall; output: UploadFileResponse }
  /**
   * Create the report of a public id, or change the one that has it
   *
   * If a report of this deployment has the id, the fields sent are changed as updateReport does, `source` aside; if none
   * has, one is created under it as createReport does. Applying the same again changes nothing and says so in the audit
   * trail. Whether it creates or updates is decided and checked first, then once more under a lock on the id; if it changed
   * between, 409 `upsert_branch_changed`, and repeating is right. An id of another deployment of the tenant is 409
   * `public_id_taken`, also where the caller cannot see that report; so is one of this deployment that the caller may not
   * see. A `publicId` in the body must be that of the path. Every report here has a real id: `ambiguous_legacy_id` of the
   * reference does not occur. What the caller may not see is not found; what it may see and not do is refused with
   * `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of that embed
   * tenant; any other token is refused.
   */
  upsertReportByPublicId: { input: UpsertReportByPublicIdCall; output: Report }
  /**
   * Set the value a user has of an attribute
   *
   * Null, or no value, clears it. The user is internal or external; sessions already minted keep what they were minted with.
   * A key scoped to embed tenants finds users of these.
   */
  upsertUserAttributeValue: { input: UpsertUserAttributeValueCall; output: UserAttributeValue }
  /**
   * Create the workbook of a slug, or change the one that has it
   *
   * The slug is trimmed and put in lowercase first. If a workbook has it, the fields sent are changed with the rights that
   * updateWorkbook asks for, and `meta` is merged into the one that is stored, key by key at its first level; if none has,
   * one is created with it. Applying the same again changes nothing and says so in the audit trail. Whether it creates or
   * updates is decided and checked first, then once more under a lock on the slug; if it changed between, 409
   * `upsert_branch_changed`, and repeating is right. A slug of a workbook that the caller may not see is 409 `slug_taken`.
   * The draft alone is written: publishing is apart. What the caller may not see is not found; what it may see and not do is
   * refused with `item_access_denied`. With an embed token: a creator-mode session of an embed tenant, in the workspace of
   * that embed tenant; any other token is refused.
   */
  upsertWorkbookBySlug: { input: UpsertWorkbookBySlugCall; output: Workbook }
  /**
   * Compile the data model of a branch and say what is wrong with it
   *
   * With the engine version and the variables of the deployment, as a build would; nothing is built, and the warehouse is
   * not asked. Without a branch: the deploy branch, or with `devMode=true` the personal branch that the credential is on, as
   * it was last saved. When the deploy branch is checked for a credential in dev mode, `warnings` names the branch that was
   * not. Errors come by file and line. Values of variables do not show: their names stand there instead.
   */
  validateDataModel: { input: ValidateDataModelCall; output: ValidateDataModelResponse }
  /**
   * Be told when the session behind the token of a frame ends, as JSON lines
   *
   * One stream for each frame, kept open. `alive` comes at once and every 20 seconds; a longer silence means that the
   * connection, or what the service needs to know, is lost. Before the stream ends by itself `ended` says why: `revoked` and
   * `expired` within two seconds, after which the token is refused everywhere; `moved` when this node stops: open the stream
   * again, after a second where that fails. Streams are counted by themselves: neither their opening nor their number takes
   * from the limits of other requests. Beyond the limits of the user, the tenant or the node the code is `too_many_streams`;
   * where a user has none left, a new stream of a token takes the place of its oldest, which ends with `moved`. The
   * connection is closed with the stream. Proxies must not hold it back: `X-Accel-Buffering: no` is set, and their limit of
   * an answer without bytes must be over 20 seconds.
   */
  watchEmbedSession: { input: Record<string, never>; output: EmbedSessionAlive | EmbedSessionEnded; streams: true }
  /**
   * List folders, workbooks and reports that the caller can access, as one feed
   *
   * One level: the root, unless `folderId` names another, 0 being the root. `search` is a part of the name, in any case,
   * over all folders, whatever `folderId` says; one or two letters are the start of the name. Folders come first, by
   * position; the rest by `updated_at` unless `orderByField` says otherwise, names ascending and times descending unless
   * `orderByDirection` says otherwise, equals by id. With `viewer_last_viewed_at` what was never viewed comes last, and
   * there is no `after`. Reports of a workbook are in the workbook and not in the feed. A page ends early, with
   * `hasNextPage`, at 8 MB of documents. Kinds that no role of the caller can read are left out. What the caller may not see
   * is not found; what it may see and not do is refused with `item_access_denied`. With an embed token: a creator-mode
   * session of an embed tenant, in the workspace of that embed tenant; any other token is refused.
   */
  workspaceObjects: { input: WorkspaceObjectsCall; output: WorkspaceConnectionResponse }
}

export const operations: { readonly [Id in keyof OperationTypes]: Operation } = {
  addEmbedGroupMembers: { method: 'POST', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users', hasBody: true },
  addFavorite: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/content/{type}/{id}/favorite' },
  addUserGroupMembers: { method: 'POST', path: '/api/v1/user-groups/{groupId}/members', hasBody: true },
  advanceCreationStep: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/creation-step/advance', hasBody: true },
  bootstrapDashboard: { method: 'POST', path: '/api/v1/embed/bootstrap', hasBody: true },
  buildStatus: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/build-status' },
  bulkDeleteWorkspaceObjects: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/workspace/bulk-delete', hasBody: true },
  bulkMoveWorkspaceObjects: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/workspace/bulk-move', hasBody: true },
  bulkUserAction: { method: 'POST', path: '/api/v1/users/bulk', hasBody: true },
  cancelDbtSync: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/dbt-sync/{syncJobId}' },
  commitChanges: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/commit', hasBody: true, idempotent: true },
  compareDashboardVersions: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/versions/compare' },
  connectRemote: { method: 'PUT', path: '/build/api/v1/deployments/{deploymentId}/remote', hasBody: true },
  connectReportToWorkbook: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook', hasBody: true },
  createApiKey: { method: 'POST', path: '/api/v1/api-keys', hasBody: true, idempotent: true },
  createBranch: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/branches', hasBody: true, idempotent: true },
  createDeployment: { method: 'POST', path: '/build/api/v1/deployments', hasBody: true, idempotent: true },
  createDeploymentEnvironmentToken: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens',
    hasBody: true,
    idempotent: true,
  },
  createDeploymentEnvironmentTokenForMetaSync: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync',
    hasBody: true,
    idempotent: true,
  },
  createEmbedGroup: { method: 'POST', path: '/api/v1/embed-tenants/{embedTenantName}/groups', hasBody: true, idempotent: true },
  createFolder: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/folders', hasBody: true, idempotent: true },
  createGroup: { method: 'POST', path: '/api/v1/user-groups', hasBody: true, idempotent: true },
  createReport: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/reports', hasBody: true, idempotent: true },
  createServiceAccount: { method: 'POST', path: '/api/v1/service-accounts', hasBody: true, idempotent: true },
  createUser: { method: 'POST', path: '/api/v1/users', hasBody: true, idempotent: true },
  createUserAttribute: { method: 'POST', path: '/api/v1/user-attributes', hasBody: true, idempotent: true },
  createWorkbook: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/workbooks', hasBody: true, idempotent: true },
  deleteApiKey: { method: 'DELETE', path: '/api/v1/api-keys/{apiKeyId}' },
  deleteBranch: { method: 'DELETE', path: '/build/api/v1/deployments/{deploymentId}/branches' },
  deleteDbtIntegration: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/dbt-integration' },
  deleteDeployment: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}' },
  deleteEmbedGroup: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}' },
  deleteEmbedTenant: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}' },
  deleteEmbedUserAttribute: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes/{userAttributeId}' },
  deleteEnvVariable: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/env-vars/{name}' },
  deleteFolder: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/folders/{folderId}' },
  deleteGroup: { method: 'DELETE', path: '/api/v1/groups/{groupId}' },
  deleteReport: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/reports/{reportId}' },
  deleteServiceAccount: { method: 'DELETE', path: '/api/v1/service-accounts/{serviceAccountId}' },
  deleteUser: { method: 'DELETE', path: '/api/v1/users/{userId}' },
  deleteUserAttribute: { method: 'DELETE', path: '/api/v1/user-attributes/{userAttributeId}' },
  deleteWorkbook: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}' },
  deploymentToken: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/token' },
  diffBranch: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/branches/{branchName}/diff', documents: true },
  disconnectRemote: { method: 'DELETE', path: '/build/api/v1/deployments/{deploymentId}/remote' },
  dryRunSession: { method: 'POST', path: '/api/v1/embed/generate-session/dry-run', hasBody: true },
  duplicateWorkbook: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate',
    hasBody: true,
    idempotent: true,
  },
  exchangeSession: { method: 'POST', path: '/api/v1/embed/session/token', hasBody: true },
  explainContentAccess: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/content/{type}/{id}/access' },
  exportAuditLogs: { method: 'GET', path: '/api/v1/audit-logs/export', streams: true },
  exportContent: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/content/export', streams: true, bytes: true },
  fileHashes: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/data-model/file-hashes' },
  finishUpload: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/upload/finish',
    hasBody: true,
    idempotent: true,
  },
  generateSession: { method: 'POST', path: '/api/v1/embed/generate-session', hasBody: true },
  getApiKey: { method: 'GET', path: '/api/v1/api-keys/{apiKeyId}' },
  getAppConfig: { method: 'GET', path: '/api/v1/app-config' },
  getAppTheme: { method: 'GET', path: '/api/v1/app-theme' },
  getCurrentUser: { method: 'GET', path: '/api/v1/users/me' },
  getDashboard: { method: 'GET', path: '/api/v1/embed/dashboard/{dashboardPublicId}' },
  getDbtIntegration: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/dbt-integration' },
  getDbtSyncDiff: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/dbt-sync/{syncJobId}/diff', documents: true },
  getDbtSyncLog: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/dbt-sync/{syncJobId}/log', list: true },
  getDbtSyncReport: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/dbt-sync/{syncJobId}/report' },
  getDbtSyncResult: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/dbt-sync/{syncJobId}/result' },
  getDbtSyncStatus: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/dbt-sync/{syncJobId}' },
  getDeployment: { method: 'GET', path: '/api/v1/deployments/{deploymentId}' },
  getDeploymentEnvironmentTokens: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens',
    list: true,
  },
  getDeploymentEnvironments: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/environments', list: true },
  getDeploymentSettings: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/settings' },
  getDeployments: { method: 'GET', path: '/api/v1/deployments', list: true },
  getEmbedAccess: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access' },
  getEmbedGroup: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}' },
  getEmbedKeys: { method: 'GET', path: '/api/v1/embed/jwks.json' },
  getEmbedSession: { method: 'GET', path: '/api/v1/embed/sessions/{embedSessionId}' },
  getEmbedTheme: { method: 'GET', path: '/api/v1/users/embed-theme' },
  getEnvVariables: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/env-vars', list: true },
  getFolderAncestors: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/folders/{folderId}/ancestors' },
  getFolders: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/folders', list: true },
  getMeta: { method: 'GET', path: '/api/v1/meta' },
  getRemote: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/remote' },
  getReport: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/reports/{reportId}' },
  getReports: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/reports', list: true },
  getSpec: { method: 'GET', path: '/api/v1/spec' },
  getTenantSettings: { method: 'GET', path: '/api/v1/tenant/settings' },
  getUserAttributeValues: { method: 'GET', path: '/api/v1/user-attribute-values/{userId}' },
  getUserAttributes: { method: 'GET', path: '/api/v1/user-attributes', list: true },
  getWorkbook: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}' },
  getWorkbooks: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/workbooks', list: true },
  importContent: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/content/import', hasBody: true, multipart: true },
  listApiKeys: { method: 'GET', path: '/api/v1/api-keys', list: true },
  listAuditLogs: { method: 'GET', path: '/api/v1/audit-logs', list: true },
  listBranches: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/branches', list: true },
  listContentProblems: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/content/problems', list: true },
  listDashboardVersions: {
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/versions',
    list: true,
  },
  listDbtSyncs: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/dbt-sync', list: true },
  listDeploymentVersions: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/versions', list: true },
  listEmbedGroupMembers: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users', list: true },
  listEmbedGroups: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/groups', list: true },
  listEmbedSessions: { method: 'GET', path: '/api/v1/embed/sessions', list: true },
  listEmbedTenants: { method: 'GET', path: '/api/v1/embed-tenants', list: true },
  listEmbedUserAttributes: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes', list: true },
  listEmbedUsers: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/users', list: true },
  listFiles: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/data-model/files' },
  listFilterChoices: { method: 'POST', path: '/api/v1/embed/dashboard/{dashboardPublicId}/choices', hasBody: true },
  listGroups: { method: 'GET', path: '/api/v1/user-groups', list: true },
  listGroupsOfUser: { method: 'GET', path: '/api/v1/users/{userId}/groups', list: true },
  listRegions: { method: 'GET', path: '/api/v1/regions', list: true },
  listReportFolders: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/report-folders', list: true },
  listResourcePolicies: { method: 'GET', path: '/api/v1/resource-policies' },
  listServiceAccounts: { method: 'GET', path: '/api/v1/service-accounts', list: true },
  listUserGroupMembers: { method: 'GET', path: '/api/v1/user-groups/{groupId}/members', list: true },
  listUsers: { method: 'GET', path: '/api/v1/users', list: true },
  logs: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/logs' },
  mergeIntoParentBranch: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/merge', hasBody: true, idempotent: true },
  mergeToDefaultBranch: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/merge-to-default',
    hasBody: true,
    idempotent: true,
  },
  moveWorkspaceObject: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/workspace/move', hasBody: true, idempotent: true },
  pods: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/pods' },
  postDashboardPythonRun: { method: 'POST', path: '/api/v1/embed/dashboard/{dashboardPublicId}/python-run', hasBody: true },
  postUser: { method: 'POST', path: '/api/v1/users/{userId}', hasBody: true },
  previewContentMove: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/content/moves/preview', hasBody: true },
  previewDbtSync: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-sync/preview', hasBody: true, idempotent: true },
  publishDashboard: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish',
    hasBody: true,
    idempotent: true,
  },
  pull: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/pull', hasBody: true, idempotent: true },
  pushBranch: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/remote/push', hasBody: true, idempotent: true },
  queryMeta: { method: 'POST', path: '/api/v1/meta', hasBody: true },
  receiveDbtPushNotice: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-integration/push-notice', hasBody: true },
  receivePushNotice: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/remote/push-notice', hasBody: true },
  refreshReport: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/reports/{reportId}/refresh' },
  removeEmbedGroupMembers: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users', hasBody: true },
  removeFavorite: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/content/{type}/{id}/favorite' },
  removeFiles: { method: 'DELETE', path: '/build/api/v1/deployments/{deploymentId}/data-model/files', hasBody: true },
  removeUserGroupMembers: { method: 'DELETE', path: '/api/v1/user-groups/{groupId}/members', hasBody: true },
  renameFiles: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/files/rename',
    hasBody: true,
    idempotent: true,
  },
  renewSession: { method: 'POST', path: '/api/v1/embed/session/renew', hasBody: true },
  repairContent: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/content/repairs', hasBody: true },
  resetCreationStep: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/creation-step/reset' },
  restoreDashboardVersion: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/versions/{versionNumber}/restore',
  },
  revokeEmbedSession: { method: 'DELETE', path: '/api/v1/embed/sessions/{embedSessionId}' },
  revokeEmbedSessions: { method: 'POST', path: '/api/v1/embed/sessions/revoke', hasBody: true },
  rotateDbtSshKey: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-integration/rotate-ssh-key', idempotent: true },
  rotateDbtWebhookSecret: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/dbt-integration/rotate-webhook-secret',
    idempotent: true,
  },
  setBranchStagingEnvironment: {
    method: 'PUT',
    path: '/build/api/v1/deployments/{deploymentId}/branches/staging-environment',
    hasBody: true,
  },
  setDbtIntegration: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/dbt-integration', hasBody: true },
  setEnvVariables: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/env-vars', hasBody: true },
  setGroupPolicy: { method: 'PUT', path: '/api/v1/resource-policies/group', hasBody: true },
  setUserPolicy: { method: 'PUT', path: '/api/v1/resource-policies/user', hasBody: true },
  sharedWorkspaceObjects: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/shared-workspace', list: true },
  startDbtSync: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-sync', hasBody: true, idempotent: true },
  startDevMode: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/dev-mode', hasBody: true, idempotent: true },
  startUpload: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/upload/start',
    hasBody: true,
    idempotent: true,
  },
  stopDevMode: { method: 'DELETE', path: '/build/api/v1/deployments/{deploymentId}/dev-mode' },
  streamWidgetData: { method: 'POST', path: '/api/v1/embed/dashboard/{dashboardPublicId}/data', hasBody: true, streams: true },
  testConnection: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/connection-test', hasBody: true },
  testDbtConnection: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-integration/test-connection', hasBody: true },
  testRemote: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/remote/test' },
  transferContent: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/content/transfer', hasBody: true },
  updateAppConfig: { method: 'PUT', path: '/api/v1/app-config', hasBody: true },
  updateDashboardEmbedding: { method: 'PATCH', path: '/api/v1/embed/dashboard/{dashboardPublicId}', hasBody: true },
  updateDeployment: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}', hasBody: true },
  updateEmbedAccess: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access', hasBody: true },
  updateEmbedGroup: { method: 'PATCH', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}', hasBody: true },
  updateFiles: { method: 'PUT', path: '/build/api/v1/deployments/{deploymentId}/data-model/files', hasBody: true },
  updateFolder: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/folders/{folderId}', hasBody: true },
  updatePublishedDashboardAiWidgetThread: {
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread',
    hasBody: true,
    idempotent: true,
  },
  updateReport: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/reports/{reportId}', hasBody: true },
  updateTenantSettings: { method: 'PUT', path: '/api/v1/tenant/settings', hasBody: true },
  updateUser: { method: 'PUT', path: '/api/v1/users/{userId}', hasBody: true },
  updateUserAttribute: { method: 'PUT', path: '/api/v1/user-attributes/{userAttributeId}', hasBody: true },
  updateWorkbook: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}', hasBody: true },
  updateWorkbookDashboard: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard', hasBody: true },
  uploadDbtManifest: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-manifests', hasBody: true, multipart: true },
  uploadFile: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/data-model/upload/file', hasBody: true, multipart: true },
  upsertReportByPublicId: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId}', hasBody: true },
  upsertUserAttributeValue: { method: 'POST', path: '/api/v1/user-attribute-values', hasBody: true },
  upsertWorkbookBySlug: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug}', hasBody: true },
  validateDataModel: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/data-model/validate' },
  watchEmbedSession: { method: 'GET', path: '/api/v1/embed/session/watch', streams: true },
  workspaceObjects: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/workspace', list: true },
}
