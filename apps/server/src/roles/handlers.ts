import * as registry from '#domains/embed/registry'
import * as sessions from '#domains/embed/sessions'
import * as tokens from '#domains/embed/tokens'
import * as embedGroups from '#domains/embed/embed-groups'
import * as embedTenants from '#domains/embed/embed-tenants'
import * as deployments from '#domains/hosting/deployments'
import * as envVariables from '#domains/hosting/env-variables'
import * as regions from '#domains/hosting/regions'
import * as versions from '#domains/hosting/versions'
import * as apiKeys from '#domains/identity/api-keys'
import * as groups from '#domains/identity/groups'
import * as serviceAccounts from '#domains/identity/service-accounts'
import * as userAttributeValues from '#domains/identity/user-attribute-values'
import * as userAttributes from '#domains/identity/user-attributes'
import * as users from '#domains/identity/users'
import * as branches from '#domains/modeling/branches'
import * as changes from '#domains/modeling/changes'
import * as diff from '#domains/modeling/diff'
import * as files from '#domains/modeling/files'
import * as remotes from '#domains/modeling/remotes'
import * as uploads from '#domains/modeling/uploads'
import * as audit from '#domains/tenant/audit'
import * as settings from '#domains/tenant/settings'
import * as spec from '#domains/tenant/spec'
import type { Handlers } from '#http'

/** Which function serves which operation. An operation without an entry does not compile. */
export const handlers: Handlers = {
  addEmbedGroupMembers: embedGroups.addEmbedGroupMembers,
  advanceCreationStep: deployments.advanceCreationStep,
  bulkUserAction: users.bulkUserAction,
  commitChanges: changes.commitChanges,
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
  diffBranch: diff.diffBranch,
  disconnectRemote: remotes.disconnectRemote,
  dryRunSession: sessions.dryRunSession,
  exchangeSession: tokens.exchangeSession,
  exportAuditLogs: audit.exportAuditLogs,
  fileHashes: uploads.fileHashes,
  finishUpload: uploads.finishUpload,
  generateSession: sessions.generateSession,
  getApiKey: apiKeys.getApiKey,
  getCurrentUser: users.getCurrentUser,
  getDeployment: deployments.getDeployment,
  getDeploymentSettings: deployments.getDeploymentSettings,
  getDeployments: deployments.getDeployments,
  getEmbedGroup: embedGroups.getEmbedGroup,
  getEmbedKeys: tokens.getEmbedKeys,
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
  listDeploymentVersions: versions.listDeploymentVersions,
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
  mergeIntoParentBranch: changes.mergeIntoParentBranch,
  mergeToDefaultBranch: changes.mergeToDefaultBranch,
  pull: changes.pull,
  pushBranch: remotes.pushBranch,
  receivePushNotice: remotes.receivePushNotice,
  removeEmbedGroupMembers: embedGroups.removeEmbedGroupMembers,
  removeFiles: files.removeFiles,
  renameFiles: files.renameFiles,
  renewSession: tokens.renewSession,
  resetCreationStep: deployments.resetCreationStep,
  revokeEmbedSession: registry.revokeEmbedSession,
  revokeEmbedSessions: registry.revokeEmbedSessions,
  setBranchStagingEnvironment: branches.setBranchStagingEnvironment,
  setEnvVariables: envVariables.setEnvVariables,
  startDevMode: branches.startDevMode,
  startUpload: uploads.startUpload,
  stopDevMode: branches.stopDevMode,
  testRemote: remotes.testRemote,
  updateDeployment: deployments.updateDeployment,
  updateEmbedGroup: embedGroups.updateEmbedGroup,
  updateFiles: files.updateFiles,
  updateTenantSettings: settings.updateTenantSettings,
  updateUser: users.updateUser,
  updateUserAttribute: userAttributes.updateUserAttribute,
  uploadFile: uploads.uploadFile,
  upsertUserAttributeValue: userAttributeValues.upsertUserAttributeValue,
}
