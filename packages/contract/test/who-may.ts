import type { Action, CredentialKind, DefaultRole, OperationId, Preset, Reach } from '../src/index.ts'

/** Who may call an operation. `role`: the weakest of the default roles that may; null = any caller with a valid credential. */
export type WhoMay = {
  action: Action | null
  role: DefaultRole | null
  reach: Reach
  credentials: readonly CredentialKind[]
  presets: readonly Preset[]
}

const key = (action: Action, role: DefaultRole, reach: Reach, ...presets: Preset[]): WhoMay => ({
  action,
  role,
  reach,
  credentials: ['api_key'],
  presets,
})
const anyKey = (reach: Reach, ...presets: Preset[]): WhoMay => ({ action: null, role: null, reach, credentials: ['api_key'], presets })
const orEmbedToken = (who: WhoMay): WhoMay => ({ ...who, credentials: [...who.credentials, 'embed'] })
const embedToken: WhoMay = { action: null, role: null, reach: 'caller', credentials: ['embed'], presets: [] }
/** What is sent is itself the credential, or the answer is for everyone. */
const open = (reach: Reach, ...presets: Preset[]): WhoMay => ({ action: null, role: null, reach, credentials: [], presets })

/**
 * The rights of every operation a second time, written by hand from the specification and from what the reference says, and never
 * read from the contract: tests and trials ask this table, so that a right which is weakened in the contract by mistake is seen.
 * Whoever means to change a right changes both.
 */
export const whoMay: Record<OperationId, WhoMay> = {
  // Deployments: a developer may do everything to one but delete it. The list shows what the caller may see.
  getDeployments: key('DeploymentRead', 'Viewer', 'caller', 'ci', 'read-only'),
  getDeployment: orEmbedToken(key('DeploymentRead', 'Viewer', 'deployment', 'ci', 'read-only')),
  getDeploymentSettings: key('DeploymentRead', 'Viewer', 'deployment', 'ci', 'read-only'),
  listDeploymentVersions: key('DeploymentRead', 'Viewer', 'deployment', 'ci', 'read-only'),
  createDeployment: key('DeploymentCreate', 'Developer', 'tenant'),
  updateDeployment: key('DeploymentUpdate', 'Developer', 'deployment'),
  advanceCreationStep: key('DeploymentUpdate', 'Developer', 'deployment'),
  resetCreationStep: key('DeploymentUpdate', 'Developer', 'deployment'),
  deleteDeployment: key('DeploymentDelete', 'Admin', 'deployment'),

  // Variables hold secrets: seeing them is managing them, and no preset includes either.
  getEnvVariables: key('SecretsManage', 'Developer', 'deployment'),
  setEnvVariables: key('SecretsManage', 'Developer', 'deployment'),
  deleteEnvVariable: key('SecretsManage', 'Developer', 'deployment'),

  // The data model: SchemaUpdateDevBranches for branches, SchemaUpdate for what reaches the deploy branch or the remote. A
  // pipeline's key needs these two, SchemaRead and DeploymentRead, and nothing beside.
  listBranches: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  diffBranch: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  listFiles: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  fileHashes: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  createBranch: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  deleteBranch: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  startDevMode: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  stopDevMode: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  updateFiles: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  removeFiles: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  renameFiles: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  startUpload: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  uploadFile: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  finishUpload: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  commitChanges: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  pull: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  mergeIntoParentBranch: key('SchemaUpdateDevBranches', 'Developer', 'deployment', 'ci'),
  mergeToDefaultBranch: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  setBranchStagingEnvironment: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),

  // Git remotes: connecting one hands over a secret and says where the model goes.
  getRemote: key('SchemaRead', 'Explorer', 'deployment', 'ci', 'read-only'),
  connectRemote: key('SecretsManage', 'Developer', 'deployment'),
  disconnectRemote: key('SecretsManage', 'Developer', 'deployment'),
  testRemote: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  pushBranch: key('SchemaUpdate', 'Developer', 'deployment', 'ci'),
  receivePushNotice: open('deployment'),

  // People and what they hold are an administrator's; names that policies speak of may be read by everyone with a role.
  getCurrentUser: orEmbedToken(anyKey('caller', 'ci', 'mint-only', 'read-only')),
  listUsers: key('All', 'Admin', 'tenant', 'read-only'),
  createUser: key('All', 'Admin', 'tenant'),
  updateUser: key('All', 'Admin', 'tenant'),
  deleteUser: key('All', 'Admin', 'tenant'),
  bulkUserAction: key('All', 'Admin', 'tenant'),
  listGroups: key('AIBIView', 'Viewer', 'tenant', 'read-only'),
  createGroup: key('All', 'Admin', 'tenant'),
  deleteGroup: key('All', 'Admin', 'tenant'),
  getUserAttributes: key('AIBIView', 'Viewer', 'tenant', 'read-only'),
  createUserAttribute: key('All', 'Admin', 'tenant'),
  updateUserAttribute: key('All', 'Admin', 'tenant'),
  deleteUserAttribute: key('All', 'Admin', 'tenant'),
  getUserAttributeValues: key('All', 'Admin', 'embed_tenant', 'read-only'),
  upsertUserAttributeValue: key('All', 'Admin', 'embed_tenant'),
  listServiceAccounts: key('All', 'Admin', 'tenant', 'read-only'),
  createServiceAccount: key('All', 'Admin', 'tenant'),
  deleteServiceAccount: key('All', 'Admin', 'tenant'),

  // Everyone has keys of their own; which others are seen is decided key by key.
  listApiKeys: anyKey('caller', 'read-only'),
  getApiKey: anyKey('caller', 'read-only'),
  createApiKey: anyKey('caller'),
  deleteApiKey: anyKey('caller'),

  // The tenant.
  getTenantSettings: key('AIBIView', 'Viewer', 'tenant', 'read-only'),
  updateTenantSettings: key('All', 'Admin', 'tenant'),
  listAuditLogs: key('AuditLogManage', 'Admin', 'tenant', 'read-only'),
  exportAuditLogs: key('AuditLogManage', 'Admin', 'tenant', 'read-only'),
  listRegions: anyKey('caller', 'ci', 'read-only'),
  getSpec: anyKey('caller', 'ci', 'mint-only', 'read-only'),

  // Embedding: minting and everything about embed tenants and sessions is an administrator's. A key for some deployments or some
  // embed tenants is there to mint for those, and to look after what it minted; one for an embed tenant looks after that too.
  generateSession: key('All', 'Admin', 'session', 'mint-only'),
  dryRunSession: key('All', 'Admin', 'session'),
  listEmbedSessions: key('All', 'Admin', 'session', 'read-only'),
  getEmbedSession: key('All', 'Admin', 'session', 'read-only'),
  revokeEmbedSession: key('All', 'Admin', 'session'),
  revokeEmbedSessions: key('All', 'Admin', 'session'),
  listEmbedTenants: key('All', 'Admin', 'embed_tenant', 'read-only'),
  deleteEmbedTenant: key('All', 'Admin', 'embed_tenant'),
  listEmbedUsers: key('All', 'Admin', 'embed_tenant', 'read-only'),
  listEmbedUserAttributes: key('All', 'Admin', 'embed_tenant', 'read-only'),
  deleteEmbedUserAttribute: key('All', 'Admin', 'embed_tenant'),
  listEmbedGroups: key('All', 'Admin', 'embed_tenant', 'read-only'),
  getEmbedGroup: key('All', 'Admin', 'embed_tenant', 'read-only'),
  createEmbedGroup: key('All', 'Admin', 'embed_tenant'),
  updateEmbedGroup: key('All', 'Admin', 'embed_tenant'),
  deleteEmbedGroup: key('All', 'Admin', 'embed_tenant'),
  listEmbedGroupMembers: key('All', 'Admin', 'embed_tenant', 'read-only'),
  addEmbedGroupMembers: key('All', 'Admin', 'embed_tenant'),
  removeEmbedGroupMembers: key('All', 'Admin', 'embed_tenant'),

  // The session id is the credential of an exchange; only a token renews itself; public keys are for everyone.
  exchangeSession: open('caller'),
  renewSession: embedToken,
  getEmbedKeys: open('caller', 'read-only'),
}
