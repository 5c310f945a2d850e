import * as exchange from './embed/exchange.ts'
import * as generateSession from './embed/generate-session.ts'
import * as registry from './embed/registry.ts'
import * as embedGroups from './embed/embed-groups.ts'
import * as embedTenants from './embed/embed-tenants.ts'
import * as deploymentSettings from './hosting/deployment-settings.ts'
import * as deployments from './hosting/deployments.ts'
import * as envVariables from './hosting/env-variables.ts'
import * as regions from './hosting/regions.ts'
import * as apiKeys from './identity/api-keys.ts'
import * as groups from './identity/groups.ts'
import * as serviceAccounts from './identity/service-accounts.ts'
import * as userAttributeValues from './identity/user-attribute-values.ts'
import * as userAttributes from './identity/user-attributes.ts'
import * as users from './identity/users.ts'
import * as branchDiff from './modeling/branch-diff.ts'
import * as branches from './modeling/branches.ts'
import * as devMode from './modeling/dev-mode.ts'
import * as files from './modeling/files.ts'
import * as remotes from './modeling/remotes.ts'
import * as uploads from './modeling/uploads.ts'
import * as audit from './tenant/audit.ts'
import * as settings from './tenant/settings.ts'
import * as spec from './tenant/spec.ts'

/** Every operation by id. A handler, a client method and a test file follow from each entry. */
export const operations = {
  addEmbedGroupMembers: embedGroups.addEmbedGroupMembers,
  advanceCreationStep: deployments.advanceCreationStep,
  bulkUserAction: users.bulkUserAction,
  commitChanges: devMode.commitChanges,
  connectRemote: remotes.connectRemote,
  createApiKey: apiKeys.createApiKey,
  createBranch: branches.createBranch,
  createDeployment: deployments.createDeployment,
  createEmbedGroup: embedGroups.createEmbedGroup,
  createGroup: groups.createGroup,
  createServiceAccount: serviceAccounts.createServiceAccount,
  createUser: users.createUser,
  createUserAttribute: userAttributes.createUserAttribute,
  deleteApiKey: apiKeys.deleteApiKey,
  deleteBranch: branches.deleteBranch,
  deleteDeployment: deployments.deleteDeployment,
  deleteEmbedGroup: embedGroups.deleteEmbedGroup,
  deleteEmbedTenant: embedTenants.deleteEmbedTenant,
  deleteEmbedUserAttribute: embedTenants.deleteEmbedUserAttribute,
  deleteEnvVariable: envVariables.deleteEnvVariable,
  deleteGroup: groups.deleteGroup,
  deleteServiceAccount: serviceAccounts.deleteServiceAccount,
  deleteUser: users.deleteUser,
  deleteUserAttribute: userAttributes.deleteUserAttribute,
  diffBranch: branchDiff.diffBranch,
  disconnectRemote: remotes.disconnectRemote,
  dryRunSession: generateSession.dryRunSession,
  exchangeSession: exchange.exchangeSession,
  exportAuditLogs: audit.exportAuditLogs,
  fileHashes: uploads.fileHashes,
  finishUpload: uploads.finishUpload,
  generateSession: generateSession.generateSession,
  getApiKey: apiKeys.getApiKey,
  getCurrentUser: users.getCurrentUser,
  getDeployment: deployments.getDeployment,
  getDeploymentSettings: deploymentSettings.getDeploymentSettings,
  getDeployments: deployments.getDeployments,
  getEmbedGroup: embedGroups.getEmbedGroup,
  getEmbedKeys: exchange.getEmbedKeys,
  getEmbedSession: registry.getEmbedSession,
  getEnvVariables: envVariables.getEnvVariables,
  getRemote: remotes.getRemote,
  getSpec: spec.getSpec,
  getTenantSettings: settings.getTenantSettings,
  getUserAttributeValues: userAttributeValues.getUserAttributeValues,
  getUserAttributes: userAttributes.getUserAttributes,
  listApiKeys: apiKeys.listApiKeys,
  listAuditLogs: audit.listAuditLogs,
  listBranches: branches.listBranches,
  listDeploymentVersions: deploymentSettings.listDeploymentVersions,
  listEmbedGroupMembers: embedGroups.listEmbedGroupMembers,
  listEmbedGroups: embedGroups.listEmbedGroups,
  listEmbedSessions: registry.listEmbedSessions,
  listEmbedTenants: embedTenants.listEmbedTenants,
  listEmbedUserAttributes: embedTenants.listEmbedUserAttributes,
  listEmbedUsers: embedTenants.listEmbedUsers,
  listFiles: files.listFiles,
  listGroups: groups.listGroups,
  listRegions: regions.listRegions,
  listServiceAccounts: serviceAccounts.listServiceAccounts,
  listUsers: users.listUsers,
  mergeIntoParentBranch: devMode.mergeIntoParentBranch,
  mergeToDefaultBranch: devMode.mergeToDefaultBranch,
  pull: devMode.pull,
  pushBranch: remotes.pushBranch,
  receivePushNotice: remotes.receivePushNotice,
  removeEmbedGroupMembers: embedGroups.removeEmbedGroupMembers,
  removeFiles: files.removeFiles,
  renameFiles: files.renameFiles,
  renewSession: exchange.renewSession,
  resetCreationStep: deployments.resetCreationStep,
  revokeEmbedSession: registry.revokeEmbedSession,
  revokeEmbedSessions: registry.revokeEmbedSessions,
  setBranchStagingEnvironment: branches.setBranchStagingEnvironment,
  setEnvVariables: envVariables.setEnvVariables,
  startDevMode: devMode.startDevMode,
  startUpload: uploads.startUpload,
  stopDevMode: devMode.stopDevMode,
  testRemote: remotes.testRemote,
  updateDeployment: deploymentSettings.updateDeployment,
  updateEmbedGroup: embedGroups.updateEmbedGroup,
  updateFiles: files.updateFiles,
  updateTenantSettings: settings.updateTenantSettings,
  updateUser: users.updateUser,
  updateUserAttribute: userAttributes.updateUserAttribute,
  uploadFile: uploads.uploadFile,
  upsertUserAttributeValue: userAttributeValues.upsertUserAttributeValue,
}

export type Operations = typeof operations
export type OperationId = keyof Operations
