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
import * as audit from './tenant/audit.ts'
import * as settings from './tenant/settings.ts'
import * as spec from './tenant/spec.ts'

/** Every operation by id. A handler, a client method and a test file follow from each entry. */
export const operations = {
  addEmbedGroupMembers: embedGroups.addEmbedGroupMembers,
  advanceCreationStep: deployments.advanceCreationStep,
  bulkUserAction: users.bulkUserAction,
  createApiKey: apiKeys.createApiKey,
  createDeployment: deployments.createDeployment,
  createEmbedGroup: embedGroups.createEmbedGroup,
  createGroup: groups.createGroup,
  createServiceAccount: serviceAccounts.createServiceAccount,
  createUser: users.createUser,
  createUserAttribute: userAttributes.createUserAttribute,
  deleteApiKey: apiKeys.deleteApiKey,
  deleteDeployment: deployments.deleteDeployment,
  deleteEmbedGroup: embedGroups.deleteEmbedGroup,
  deleteEmbedTenant: embedTenants.deleteEmbedTenant,
  deleteEmbedUserAttribute: embedTenants.deleteEmbedUserAttribute,
  deleteEnvVariable: envVariables.deleteEnvVariable,
  deleteGroup: groups.deleteGroup,
  deleteServiceAccount: serviceAccounts.deleteServiceAccount,
  deleteUser: users.deleteUser,
  deleteUserAttribute: userAttributes.deleteUserAttribute,
  dryRunSession: generateSession.dryRunSession,
  exchangeSession: exchange.exchangeSession,
  exportAuditLogs: audit.exportAuditLogs,
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
  getSpec: spec.getSpec,
  getTenantSettings: settings.getTenantSettings,
  getUserAttributeValues: userAttributeValues.getUserAttributeValues,
  getUserAttributes: userAttributes.getUserAttributes,
  listApiKeys: apiKeys.listApiKeys,
  listAuditLogs: audit.listAuditLogs,
  listDeploymentVersions: deploymentSettings.listDeploymentVersions,
  listEmbedGroupMembers: embedGroups.listEmbedGroupMembers,
  listEmbedGroups: embedGroups.listEmbedGroups,
  listEmbedSessions: registry.listEmbedSessions,
  listEmbedTenants: embedTenants.listEmbedTenants,
  listEmbedUserAttributes: embedTenants.listEmbedUserAttributes,
  listEmbedUsers: embedTenants.listEmbedUsers,
  listGroups: groups.listGroups,
  listRegions: regions.listRegions,
  listServiceAccounts: serviceAccounts.listServiceAccounts,
  listUsers: users.listUsers,
  removeEmbedGroupMembers: embedGroups.removeEmbedGroupMembers,
  renewSession: exchange.renewSession,
  resetCreationStep: deployments.resetCreationStep,
  revokeEmbedSession: registry.revokeEmbedSession,
  revokeEmbedSessions: registry.revokeEmbedSessions,
  setEnvVariables: envVariables.setEnvVariables,
  updateDeployment: deploymentSettings.updateDeployment,
  updateEmbedGroup: embedGroups.updateEmbedGroup,
  updateTenantSettings: settings.updateTenantSettings,
  updateUser: users.updateUser,
  updateUserAttribute: userAttributes.updateUserAttribute,
  upsertUserAttributeValue: userAttributeValues.upsertUserAttributeValue,
}

export type Operations = typeof operations
export type OperationId = keyof Operations
