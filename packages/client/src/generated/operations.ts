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
import type { AuditEntry, AuditLogsListResponse, ExportAuditLogsCall, ListAuditLogsCall } from './audit-logs.ts'
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
  DryRunSessionCall,
  ExchangeSessionCall,
  GenerateEmbedTokenResponse,
  GenerateSessionCall,
  GenerateSessionResponse,
  JsonWebKeySet,
  RenewSessionCall,
  SessionDryRun,
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
  CreateGroupCall,
  DeleteGroupCall,
  GroupDeleteResponse,
  ListGroupsCall,
  UserGroupDTO,
  UserGroupsListResponse,
} from './groups.ts'
import type { GetMetaCall, MetaResponse, QueryMetaCall } from './meta.ts'
import type { ListRegionsCall, RegionsListResponse } from './regions.ts'
import type {
  CreateServiceAccountCall,
  DeleteServiceAccountCall,
  ListServiceAccountsCall,
  ServiceAccount,
  ServiceAccountDeleteResponse,
  ServiceAccountsListResponse,
} from './service-accounts.ts'
import type { Deployment, User, UserAttribute } from './shared.ts'
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
  UpdateUserCall,
  UserDeleteResponse,
} from './users-admin.ts'

export type OperationTypes = {
  /**
   * Add users to a group
   *
   * An external id that is not known yet becomes a user; an `embedUserId` must exist. Other memberships stay as they are.
   * All of the request or nothing of it. The external-user limit of the tenant holds for new users.
   */
  addEmbedGroupMembers: { input: AddEmbedGroupMembersCall; output: EmbedGroupMembersMutationResponse }
  /**
   * Move the onboarding of a deployment to a step
   *
   * Any step can follow any other: onboarding pages are left and entered again in every order.
   */
  advanceCreationStep: { input: AdvanceCreationStepCall; output: Deployment }
  /**
   * Get the state of the newest build of a branch
   *
   * Without a branch, or with an empty name: the one the credential is on in dev mode, else the deploy branch. A branch that
   * does not exist, or is not the caller’s to see, is `building` with the text `Bad branch`; a shared one that nothing runs
   * is `building` with `Branch is not active`. `errors` and `warnings` are own fields.
   */
  buildStatus: { input: BuildStatusCall; output: BuildStatus }
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
   * Answers 200, as every creation of this API. A name differing only in case from an existing one is refused.
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
   * Create a tenant-wide group
   *
   * Its name reaches access policies as it is, through `cubeCloud.groups` of the security context; it cannot be changed.
   */
  createGroup: { input: CreateGroupCall; output: UserGroupDTO }
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
   * Delete a tenant-wide group and take it from everyone who is in it
   *
   * Sessions that use the group end at once and everywhere.
   */
  deleteGroup: { input: DeleteGroupCall; output: GroupDeleteResponse }
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
   * JSON; with `format=markdown` as text for a review comment, with `format=sarif` for code scanning. A name with a slash is
   * percent-encoded.
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
   * Exchange a session for the token of its frame; works once
   *
   * The session id is the credential; an Authorization header is ignored. Five minutes by the clock of the database. A
   * second use is refused and noted; the first token lives on unless the tenant setting `revokeOnSecondUse` is on. A browser
   * may call from the origins of the tenant setting `embedOrigins`, and from pages of this service itself.
   */
  exchangeSession: { input: ExchangeSessionCall; output: GenerateEmbedTokenResponse }
  /**
   * Stream audit entries as JSON lines, newest first
   *
   * The same filters as the list. The stream is read in short steps, so an export of any length holds no transaction open.
   */
  exportAuditLogs: { input: ExportAuditLogsCall; output: AuditEntry; streams: true }
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
   * Get the user or service account behind the credential; in a frame, the user it is shown to
   *
   * No list of operations and no preset of a key takes this one away: clients call it to learn whether a key works at all.
   */
  getCurrentUser: { input: Record<string, never>; output: User }
  /** Get the settings of the dbt integration, and what would keep a sync from running; secrets are not shown */
  getDbtIntegration: { input: GetDbtIntegrationCall; output: DbtIntegration }
  /**
   * What a completed dbt sync changes of the data model, and who sees more or less by it
   *
   * As JSON; with `format=markdown` as text for a review comment, with `format=sarif` for code scanning. Of a preview, what
   * it would change.
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
   * List the environment variables of a deployment by name
   *
   * Values of names that contain PASS, SECRET, TOKEN, KEY or CREDENTIAL, in any case, come back as `[ENCRYPTED]`. Without
   * `first` the whole list comes at once; a deployment holds at most 1,000 variables.
   */
  getEnvVariables: { input: GetEnvVariablesCall; output: EnvVariablesListResponse }
  /**
   * Read the cubes and views of a deployment that the caller may see
   *
   * The engine of the deployment is asked with the security context of the caller, as `POST …/token` would carry it: access
   * policies decide what is in the answer. A deployment has to be named only by those who may see several.
   */
  getMeta: { input: GetMetaCall; output: MetaResponse }
  /** Get the git remote of the data model and what became of its pushes; its secrets are not shown */
  getRemote: { input: GetRemoteCall; output: Remote }
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
  /** List the tenant-wide groups, newest first */
  listGroups: { input: ListGroupsCall; output: UserGroupsListResponse }
  /**
   * List the regions a deployment can be created in
   *
   * The operator names them in FACET_REGIONS; an installation that names none has one, `local`.
   */
  listRegions: { input: ListRegionsCall; output: RegionsListResponse }
  /** List service accounts: owners of keys that must outlive any one person */
  listServiceAccounts: { input: ListServiceAccountsCall; output: ServiceAccountsListResponse }
  /** List the users of the tenant, oldest first; external users belong to embed tenants and are listed there */
  listUsers: { input: ListUsersCall; output: UsersListResponse }
  /**
   * Read the newest lines that the engines and builds of a deployment wrote, oldest first
   *
   * The last 1,000 lines that match. Without `source`, production and development together, by time. `pod` and `container`
   * narrow those of production; without `container` it is `cubejs-server`. Lines are kept for some days
   * (`FACET_ENGINE_LOG_DAYS`), at most 10,000 of a deployment.
   */
  logs: { input: LogsCall; output: LogsResponse }
  /**
   * Merge a branch into its parent
   *
   * Where both sides changed a file the answer is 409 `merge_conflict` with every such file, both sides and their common
   * ancestor, and nothing is changed. The parent gets a commit with both histories, or one commit with `squashCommits`; a
   * kept branch then takes that commit in, so that nothing is merged twice. The branch is kept unless `deleteBranch` is
   * true. Merging into the deploy branch takes the action SchemaUpdate, and is refused while `deployBranchMergeAllowed` is
   * off. `deployBranchReadOnly` does not stand in its way. With a git remote connected the branch is then pushed there,
   * which is waited for up to 20 seconds; `push` says what came of it. What was committed stays committed whatever the
   * remote says, and a push that fails is tried again.
   */
  mergeIntoParentBranch: { input: MergeIntoParentBranchCall; output: MergeResponse }
  /**
   * Merge a branch straight into the deploy branch
   *
   * Where both sides changed a file the answer is 409 `merge_conflict` with every such file, both sides and their common
   * ancestor, and nothing is changed. The branch is kept unless `removeBranchAfterMerge` is true. Merging into the deploy
   * branch takes the action SchemaUpdate, and is refused while `deployBranchMergeAllowed` is off. `deployBranchReadOnly`
   * does not stand in its way. With a git remote connected the branch is then pushed there, which is waited for up to 20
   * seconds; `push` says what came of it. What was committed stays committed whatever the remote says, and a push that fails
   * is tried again.
   */
  mergeToDefaultBranch: { input: MergeToDefaultBranchCall; output: MergeResponse }
  /**
   * List the engine processes of a deployment that run right now
   *
   * None while it sleeps: an engine starts with the first query.
   */
  pods: { input: PodsCall; output: PodsResponse }
  /**
   * Run a dbt sync without the commit, to see what it would change
   *
   * The same as a sync, up to the compiled data model, and nothing is committed. Follow it as a sync; then read its diff and
   * its report. `branchName` is what it is compared with: left out, the deploy branch.
   */
  previewDbtSync: { input: PreviewDbtSyncCall; output: DbtSyncResponse }
  /**
   * Take in what is new: from the remote, and on a personal branch from its parent
   *
   * Left out, the branch is the one the credential is on in dev mode, else the deploy branch. Pulling the deploy branch
   * takes the action SchemaUpdate. Where both sides changed a file the answer is 409 `merge_conflict` with every such file,
   * both sides and their common ancestor, and nothing is changed. `buildTriggered` says whether the branch moved; without a
   * remote a shared branch never does. A branch that has nothing but what the remote gave it, or the commit every data model
   * begins with, goes where the remote goes, also where history was rewritten there; otherwise both sides are merged. A
   * branch that only the remote has becomes a shared branch here. Its files are held to the rules for files; links and
   * submodules are kept and never followed. What the remote let through is taken as reviewed there: `wideningMerges` and
   * `modelCodeEdits` are not asked.
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
   * Remove users from a group
   *
   * Someone who is not in it, or is not known, is ignored; nobody is created. Sessions of those removed end at once and
   * everywhere.
   */
  removeEmbedGroupMembers: { input: RemoveEmbedGroupMembersCall; output: null }
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
  /** Take the onboarding of a deployment back to its first step, `project` */
  resetCreationStep: { input: ResetCreationStepCall; output: Deployment }
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
   * Keep the environment of a shared branch always active, or only while somebody looks at it
   *
   * Exactly one of `branchName` and `branchId`. Personal dev-mode branches and the deploy branch have no staging
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
   * The personal branch belongs to the user (or service account), the deployment and the parent: entering the same parent
   * again finds it again. Calls of this credential that name no branch then mean it, also those that mean the deploy branch
   * otherwise. Runs that share a credential should name `branchName` in every call, which always wins, and may ask for a
   * branch of their own with `fresh`.
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
   * Change some settings of a deployment
   *
   * A field left out, or null, keeps its value; `templateVariables` are merged key by key. A version that is not the newest
   * of its channel is held unless `releaseChannelVersionHold` is sent; a channel without a version moves to the newest of
   * that channel. The image is resolved here, never sent. A `customDomain` is for one deployment of the whole installation:
   * whoever names it first has it, unproven, until it is cleared or the deployment deleted; the operator frees one that was
   * taken wrongly (`facet domains release`). The host of a tenant is none, and names below it are for that tenant alone. Own
   * settings: `wideningMerges: acknowledge` makes every change of the deploy branch that lets somebody see more need an
   * explicit acknowledgement; `modelCodeEdits: secrets` keeps JavaScript and Python of the data model, `cube.js` among it,
   * for those who may manage secrets, since that code sees the variables of the deployment; `embedWithoutPolicy` says what a
   * query of an embed session gets from a cube without an access policy: `refuse` (a refusal), `warn` (rows and a warning)
   * or `allow` (rows).
   */
  updateDeployment: { input: UpdateDeploymentCall; output: DeploymentSettings }
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
   * Set the value a user has of an attribute
   *
   * Null, or no value, clears it. The user is internal or external; sessions already minted keep what they were minted with.
   * A key scoped to embed tenants finds users of these.
   */
  upsertUserAttributeValue: { input: UpsertUserAttributeValueCall; output: UserAttributeValue }
  /**
   * Compile the data model of a branch and say what is wrong with it
   *
   * With the engine version and the variables of the deployment, as a build would; nothing is built, and the warehouse is
   * not asked. Without a branch: the deploy branch, or with `devMode=true` the personal branch that the credential is on, as
   * it was last saved. Errors come by file and line. Values of variables do not show: their names stand there instead.
   */
  validateDataModel: { input: ValidateDataModelCall; output: ValidateDataModelResponse }
}

export const operations: { readonly [Id in keyof OperationTypes]: Operation } = {
  addEmbedGroupMembers: { method: 'POST', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users', hasBody: true },
  advanceCreationStep: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/creation-step/advance', hasBody: true },
  buildStatus: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/build-status' },
  bulkUserAction: { method: 'POST', path: '/api/v1/users/bulk', hasBody: true },
  cancelDbtSync: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/dbt-sync/{syncJobId}' },
  commitChanges: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/commit', hasBody: true, idempotent: true },
  connectRemote: { method: 'PUT', path: '/build/api/v1/deployments/{deploymentId}/remote', hasBody: true },
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
  createGroup: { method: 'POST', path: '/api/v1/user-groups', hasBody: true, idempotent: true },
  createServiceAccount: { method: 'POST', path: '/api/v1/service-accounts', hasBody: true, idempotent: true },
  createUser: { method: 'POST', path: '/api/v1/users', hasBody: true, idempotent: true },
  createUserAttribute: { method: 'POST', path: '/api/v1/user-attributes', hasBody: true, idempotent: true },
  deleteApiKey: { method: 'DELETE', path: '/api/v1/api-keys/{apiKeyId}' },
  deleteBranch: { method: 'DELETE', path: '/build/api/v1/deployments/{deploymentId}/branches' },
  deleteDbtIntegration: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/dbt-integration' },
  deleteDeployment: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}' },
  deleteEmbedGroup: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}' },
  deleteEmbedTenant: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}' },
  deleteEmbedUserAttribute: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes/{userAttributeId}' },
  deleteEnvVariable: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/env-vars/{name}' },
  deleteGroup: { method: 'DELETE', path: '/api/v1/groups/{groupId}' },
  deleteServiceAccount: { method: 'DELETE', path: '/api/v1/service-accounts/{serviceAccountId}' },
  deleteUser: { method: 'DELETE', path: '/api/v1/users/{userId}' },
  deleteUserAttribute: { method: 'DELETE', path: '/api/v1/user-attributes/{userAttributeId}' },
  deploymentToken: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/token' },
  diffBranch: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/branches/{branchName}/diff', documents: true },
  disconnectRemote: { method: 'DELETE', path: '/build/api/v1/deployments/{deploymentId}/remote' },
  dryRunSession: { method: 'POST', path: '/api/v1/embed/generate-session/dry-run', hasBody: true },
  exchangeSession: { method: 'POST', path: '/api/v1/embed/session/token', hasBody: true },
  exportAuditLogs: { method: 'GET', path: '/api/v1/audit-logs/export', streams: true },
  fileHashes: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/data-model/file-hashes' },
  finishUpload: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/upload/finish',
    hasBody: true,
    idempotent: true,
  },
  generateSession: { method: 'POST', path: '/api/v1/embed/generate-session', hasBody: true },
  getApiKey: { method: 'GET', path: '/api/v1/api-keys/{apiKeyId}' },
  getCurrentUser: { method: 'GET', path: '/api/v1/users/me' },
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
  getEmbedGroup: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}' },
  getEmbedKeys: { method: 'GET', path: '/api/v1/embed/jwks.json' },
  getEmbedSession: { method: 'GET', path: '/api/v1/embed/sessions/{embedSessionId}' },
  getEnvVariables: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/env-vars', list: true },
  getMeta: { method: 'GET', path: '/api/v1/meta' },
  getRemote: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/remote' },
  getSpec: { method: 'GET', path: '/api/v1/spec' },
  getTenantSettings: { method: 'GET', path: '/api/v1/tenant/settings' },
  getUserAttributeValues: { method: 'GET', path: '/api/v1/user-attribute-values/{userId}' },
  getUserAttributes: { method: 'GET', path: '/api/v1/user-attributes', list: true },
  listApiKeys: { method: 'GET', path: '/api/v1/api-keys', list: true },
  listAuditLogs: { method: 'GET', path: '/api/v1/audit-logs', list: true },
  listBranches: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/branches', list: true },
  listDbtSyncs: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/dbt-sync', list: true },
  listDeploymentVersions: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/versions', list: true },
  listEmbedGroupMembers: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users', list: true },
  listEmbedGroups: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/groups', list: true },
  listEmbedSessions: { method: 'GET', path: '/api/v1/embed/sessions', list: true },
  listEmbedTenants: { method: 'GET', path: '/api/v1/embed-tenants', list: true },
  listEmbedUserAttributes: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes', list: true },
  listEmbedUsers: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/users', list: true },
  listFiles: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/data-model/files' },
  listGroups: { method: 'GET', path: '/api/v1/user-groups', list: true },
  listRegions: { method: 'GET', path: '/api/v1/regions', list: true },
  listServiceAccounts: { method: 'GET', path: '/api/v1/service-accounts', list: true },
  listUsers: { method: 'GET', path: '/api/v1/users', list: true },
  logs: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/logs' },
  mergeIntoParentBranch: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/merge', hasBody: true, idempotent: true },
  mergeToDefaultBranch: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/merge-to-default',
    hasBody: true,
    idempotent: true,
  },
  pods: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/pods' },
  previewDbtSync: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-sync/preview', hasBody: true, idempotent: true },
  pull: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/pull', hasBody: true, idempotent: true },
  pushBranch: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/remote/push', hasBody: true, idempotent: true },
  queryMeta: { method: 'POST', path: '/api/v1/meta', hasBody: true },
  receiveDbtPushNotice: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-integration/push-notice', hasBody: true },
  receivePushNotice: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/remote/push-notice', hasBody: true },
  removeEmbedGroupMembers: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users', hasBody: true },
  removeFiles: { method: 'DELETE', path: '/build/api/v1/deployments/{deploymentId}/data-model/files', hasBody: true },
  renameFiles: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/files/rename',
    hasBody: true,
    idempotent: true,
  },
  renewSession: { method: 'POST', path: '/api/v1/embed/session/renew', hasBody: true },
  resetCreationStep: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/creation-step/reset' },
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
  startDbtSync: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-sync', hasBody: true, idempotent: true },
  startDevMode: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/dev-mode', hasBody: true, idempotent: true },
  startUpload: {
    method: 'POST',
    path: '/build/api/v1/deployments/{deploymentId}/data-model/upload/start',
    hasBody: true,
    idempotent: true,
  },
  stopDevMode: { method: 'DELETE', path: '/build/api/v1/deployments/{deploymentId}/dev-mode' },
  testConnection: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/connection-test', hasBody: true },
  testDbtConnection: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-integration/test-connection', hasBody: true },
  testRemote: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/remote/test' },
  updateDeployment: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}', hasBody: true },
  updateEmbedGroup: { method: 'PATCH', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}', hasBody: true },
  updateFiles: { method: 'PUT', path: '/build/api/v1/deployments/{deploymentId}/data-model/files', hasBody: true },
  updateTenantSettings: { method: 'PUT', path: '/api/v1/tenant/settings', hasBody: true },
  updateUser: { method: 'PUT', path: '/api/v1/users/{userId}', hasBody: true },
  updateUserAttribute: { method: 'PUT', path: '/api/v1/user-attributes/{userAttributeId}', hasBody: true },
  uploadDbtManifest: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/dbt-manifests', hasBody: true, multipart: true },
  uploadFile: { method: 'POST', path: '/build/api/v1/deployments/{deploymentId}/data-model/upload/file', hasBody: true, multipart: true },
  upsertUserAttributeValue: { method: 'POST', path: '/api/v1/user-attribute-values', hasBody: true },
  validateDataModel: { method: 'GET', path: '/build/api/v1/deployments/{deploymentId}/data-model/validate' },
}
