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
import type { CreateDeploymentCall } from './deployment-creation.ts'
import type {
  AdvanceCreationStepCall,
  DeleteDeploymentCall,
  DeploymentDeleteResponse,
  DeploymentSettings,
  DeploymentVersionsResponse,
  DeploymentsListResponse,
  GetDeploymentCall,
  GetDeploymentSettingsCall,
  GetDeploymentsCall,
  ListDeploymentVersionsCall,
  ResetCreationStepCall,
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
  CreateGroupCall,
  DeleteGroupCall,
  GroupDeleteResponse,
  ListGroupsCall,
  UserGroupDTO,
  UserGroupsListResponse,
} from './groups.ts'
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
   * Deactivate, activate or delete up to 100 users
   *
   * In the order sent, repeats once. Each entry stands alone: what fails is listed with its status and the rest is done.
   * Doing again what is done already succeeds.
   */
  bulkUserAction: { input: BulkUserActionCall; output: BulkUserActionPayload }
  /**
   * Create an API key and show its secret once
   *
   * The key belongs to the caller, or to a service account when an administrator whose key reaches the whole tenant names
   * one. A key can not make more than itself: what is left out is taken over from the key that makes it, and asking for a
   * wider scope, a later expiry or an owner with more rights is refused.
   */
  createApiKey: { input: CreateApiKeyCall; output: CreatedApiKey }
  /**
   * Create a deployment
   *
   * Answers 200, as every creation of this API. A name differing only in case from an existing one is refused.
   */
  createDeployment: { input: CreateDeploymentCall; output: Deployment }
  /**
   * Create a group in an embed tenant
   *
   * Usable at once in `tenantGroups` of a session, or in `groups` when that namespace is asked for. The name can not be
   * changed.
   */
  createEmbedGroup: { input: CreateEmbedGroupCall; output: EmbedGroup }
  /**
   * Create a tenant-wide group
   *
   * Its name reaches access policies as it is, through `cubeCloud.groups` of the security context; it can not be changed.
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
   * Name and type are for good: delete and define anew to change them. `defaultValue` must fit the type.
   */
  createUserAttribute: { input: CreateUserAttributeCall; output: UserAttribute }
  /** Delete an API key; every process refuses it within a second */
  deleteApiKey: { input: DeleteApiKeyCall; output: ApiKeyDeleteResponse }
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
   * Answers 204 also when there is none of this name. The name must be exact: one that differs in case is refused and never
   * folded. Its sessions end at once and everywhere; a session that names it afterwards starts an empty one.
   */
  deleteEmbedTenant: { input: DeleteEmbedTenantCall; output: null }
  /**
   * Delete an attribute definition of an embed tenant and every value of it
   *
   * How a type is changed: delete it, and define it anew with the next session.
   */
  deleteEmbedUserAttribute: { input: DeleteEmbedUserAttributeCall; output: null }
  /** Remove one environment variable */
  deleteEnvVariable: { input: DeleteEnvVariableCall; output: EnvVariablesListResponse }
  /**
   * Delete a tenant-wide group and take it from everyone who is in it
   *
   * Sessions that stand on the group end at once and everywhere.
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
   * The session id is the credential; an Authorization header is passed over. Five minutes by the clock of the database. A
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
   * Mint an embed session: one page view of one user, to be exchanged within five minutes
   *
   * Administrators only; a key scoped to deployments mints for those, one scoped to embed tenants for those, and a mint-only
   * key for external users. Everything is checked before anything is written, and all of it is written or nothing. What the
   * session may see is frozen into it: a later session of the same user changes the stored user and no session that is under
   * way. Of the embed catalog, `groups` reach the security context as `system:tenant:{embedTenantName}:{name}` and
   * `tenantGroups` as `system:tenant:{embedTenantName}:group:{name}`; every user of an embed tenant has
   * `system:tenant:{embedTenantName}`; tenant-wide groups keep their name. Attributes come from the catalog the session
   * resolves names in, the default of a definition where the user has no value; those that are not trusted stay out.
   * `cubeCloud`, `u`, `scope`, registered claims and prototype names are refused in `securityContext`, which is limited to
   * 16 kB and 10 levels. Minting is its own record: there is no audit entry and no Idempotency-Key; a repeated request mints
   * another session.
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
  /** Get one deployment */
  getDeployment: { input: GetDeploymentCall; output: Deployment }
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
  /** Get the OpenAPI 3.1 document of the running build */
  getSpec: { input: Record<string, never>; output: Record<string, unknown> }
  /** Get the settings of the tenant */
  getTenantSettings: { input: Record<string, never>; output: TenantSettings }
  /**
   * Get the attribute values of a user, one entry per tenant-wide definition, oldest first
   *
   * The user is internal or external. A user without a value of its own shows the default of the definition; without one,
   * null.
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
   * A key scoped to deployments shows, reads and deletes the keys of its own owner only, unless it is `tenantWide`.
   */
  listApiKeys: { input: ListApiKeysCall; output: ApiKeysListResponse }
  /** List audit entries, newest first */
  listAuditLogs: { input: ListAuditLogsCall; output: AuditLogsListResponse }
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
   * Filters join. A key scoped to embed tenants sees sessions of those. Sessions waiting to be exchanged are `pending`;
   * those whose token lives are `active`. Kept for a day past the end of the token.
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
   * Remove users from a group
   *
   * Someone who is not in it, or is not known, is passed over; nobody is created. Sessions of those removed end at once and
   * everywhere.
   */
  removeEmbedGroupMembers: { input: RemoveEmbedGroupMembersCall; output: null }
  /**
   * Carry on with a fresh session in the frame that is open, without loading it anew
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
   * Exactly one of the four; `externalId` may come with its `embedTenantName`, and must when the key is scoped to embed
   * tenants. Sessions minted afterwards are not touched. An id that is not there any more is taken: what stood on it ends.
   */
  revokeEmbedSessions: { input: RevokeEmbedSessionsCall; output: RevokeEmbedSessionsResponse }
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
   * Change some settings of a deployment
   *
   * A field left out, or null, keeps its value; `templateVariables` are merged key by key. A version that is not the newest
   * of its channel is held unless `releaseChannelVersionHold` is sent; a channel without a version moves to the newest of
   * that channel. The image is resolved here, never sent.
   */
  updateDeployment: { input: UpdateDeploymentCall; output: DeploymentSettings }
  /**
   * Change the description of a group; its name stays, since access policies refer to it
   *
   * An empty text clears the description; left out, or null, it stays.
   */
  updateEmbedGroup: { input: UpdateEmbedGroupCall; output: EmbedGroup }
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
   * Set the value a user has of an attribute
   *
   * Null, or no value, clears it. The user is internal or external; sessions already minted keep what they were minted with.
   */
  upsertUserAttributeValue: { input: UpsertUserAttributeValueCall; output: UserAttributeValue }
}

export const operations: { readonly [Id in keyof OperationTypes]: Operation } = {
  addEmbedGroupMembers: { method: 'POST', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users', hasBody: true },
  advanceCreationStep: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/creation-step/advance', hasBody: true },
  bulkUserAction: { method: 'POST', path: '/api/v1/users/bulk', hasBody: true },
  createApiKey: { method: 'POST', path: '/api/v1/api-keys', hasBody: true, idempotent: true },
  createDeployment: { method: 'POST', path: '/build/api/v1/deployments', hasBody: true, idempotent: true },
  createEmbedGroup: { method: 'POST', path: '/api/v1/embed-tenants/{embedTenantName}/groups', hasBody: true, idempotent: true },
  createGroup: { method: 'POST', path: '/api/v1/user-groups', hasBody: true, idempotent: true },
  createServiceAccount: { method: 'POST', path: '/api/v1/service-accounts', hasBody: true, idempotent: true },
  createUser: { method: 'POST', path: '/api/v1/users', hasBody: true, idempotent: true },
  createUserAttribute: { method: 'POST', path: '/api/v1/user-attributes', hasBody: true, idempotent: true },
  deleteApiKey: { method: 'DELETE', path: '/api/v1/api-keys/{apiKeyId}' },
  deleteDeployment: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}' },
  deleteEmbedGroup: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}' },
  deleteEmbedTenant: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}' },
  deleteEmbedUserAttribute: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes/{userAttributeId}' },
  deleteEnvVariable: { method: 'DELETE', path: '/api/v1/deployments/{deploymentId}/env-vars/{name}' },
  deleteGroup: { method: 'DELETE', path: '/api/v1/groups/{groupId}' },
  deleteServiceAccount: { method: 'DELETE', path: '/api/v1/service-accounts/{serviceAccountId}' },
  deleteUser: { method: 'DELETE', path: '/api/v1/users/{userId}' },
  deleteUserAttribute: { method: 'DELETE', path: '/api/v1/user-attributes/{userAttributeId}' },
  dryRunSession: { method: 'POST', path: '/api/v1/embed/generate-session/dry-run', hasBody: true },
  exchangeSession: { method: 'POST', path: '/api/v1/embed/session/token', hasBody: true },
  exportAuditLogs: { method: 'GET', path: '/api/v1/audit-logs/export', streams: true },
  generateSession: { method: 'POST', path: '/api/v1/embed/generate-session', hasBody: true },
  getApiKey: { method: 'GET', path: '/api/v1/api-keys/{apiKeyId}' },
  getCurrentUser: { method: 'GET', path: '/api/v1/users/me' },
  getDeployment: { method: 'GET', path: '/api/v1/deployments/{deploymentId}' },
  getDeploymentSettings: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/settings' },
  getDeployments: { method: 'GET', path: '/api/v1/deployments', list: true },
  getEmbedGroup: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}' },
  getEmbedKeys: { method: 'GET', path: '/api/v1/embed/jwks.json' },
  getEmbedSession: { method: 'GET', path: '/api/v1/embed/sessions/{embedSessionId}' },
  getEnvVariables: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/env-vars', list: true },
  getSpec: { method: 'GET', path: '/api/v1/spec' },
  getTenantSettings: { method: 'GET', path: '/api/v1/tenant/settings' },
  getUserAttributeValues: { method: 'GET', path: '/api/v1/user-attribute-values/{userId}' },
  getUserAttributes: { method: 'GET', path: '/api/v1/user-attributes', list: true },
  listApiKeys: { method: 'GET', path: '/api/v1/api-keys', list: true },
  listAuditLogs: { method: 'GET', path: '/api/v1/audit-logs', list: true },
  listDeploymentVersions: { method: 'GET', path: '/api/v1/deployments/{deploymentId}/versions', list: true },
  listEmbedGroupMembers: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users', list: true },
  listEmbedGroups: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/groups', list: true },
  listEmbedSessions: { method: 'GET', path: '/api/v1/embed/sessions', list: true },
  listEmbedTenants: { method: 'GET', path: '/api/v1/embed-tenants', list: true },
  listEmbedUserAttributes: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes', list: true },
  listEmbedUsers: { method: 'GET', path: '/api/v1/embed-tenants/{embedTenantName}/users', list: true },
  listGroups: { method: 'GET', path: '/api/v1/user-groups', list: true },
  listRegions: { method: 'GET', path: '/api/v1/regions', list: true },
  listServiceAccounts: { method: 'GET', path: '/api/v1/service-accounts', list: true },
  listUsers: { method: 'GET', path: '/api/v1/users', list: true },
  removeEmbedGroupMembers: { method: 'DELETE', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users', hasBody: true },
  renewSession: { method: 'POST', path: '/api/v1/embed/session/renew', hasBody: true },
  resetCreationStep: { method: 'POST', path: '/api/v1/deployments/{deploymentId}/creation-step/reset' },
  revokeEmbedSession: { method: 'DELETE', path: '/api/v1/embed/sessions/{embedSessionId}' },
  revokeEmbedSessions: { method: 'POST', path: '/api/v1/embed/sessions/revoke', hasBody: true },
  setEnvVariables: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}/env-vars', hasBody: true },
  updateDeployment: { method: 'PUT', path: '/api/v1/deployments/{deploymentId}', hasBody: true },
  updateEmbedGroup: { method: 'PATCH', path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}', hasBody: true },
  updateTenantSettings: { method: 'PUT', path: '/api/v1/tenant/settings', hasBody: true },
  updateUser: { method: 'PUT', path: '/api/v1/users/{userId}', hasBody: true },
  updateUserAttribute: { method: 'PUT', path: '/api/v1/user-attributes/{userAttributeId}', hasBody: true },
  upsertUserAttributeValue: { method: 'POST', path: '/api/v1/user-attribute-values', hasBody: true },
}
