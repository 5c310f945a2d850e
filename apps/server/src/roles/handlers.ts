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
import * as audit from '#domains/tenant/audit'
import * as settings from '#domains/tenant/settings'
import * as spec from '#domains/tenant/spec'
import type { Handlers } from '#http'

/** Which function serves which operation. An operation without an entry does not compile. */
export const handlers: Handlers = {
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
  dryRunSession: sessions.dryRunSession,
  exchangeSession: tokens.exchangeSession,
  exportAuditLogs: audit.exportAuditLogs,
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
  getSpec: spec.getSpec,
  getTenantSettings: settings.getTenantSettings,
  getUserAttributeValues: userAttributeValues.getUserAttributeValues,
  getUserAttributes: userAttributes.getUserAttributes,
  listApiKeys: apiKeys.listApiKeys,
  listAuditLogs: audit.listAuditLogs,
  listDeploymentVersions: versions.listDeploymentVersions,
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
  renewSession: tokens.renewSession,
  resetCreationStep: deployments.resetCreationStep,
  revokeEmbedSession: registry.revokeEmbedSession,
  revokeEmbedSessions: registry.revokeEmbedSessions,
  setEnvVariables: envVariables.setEnvVariables,
  updateDeployment: deployments.updateDeployment,
  updateEmbedGroup: embedGroups.updateEmbedGroup,
  updateTenantSettings: settings.updateTenantSettings,
  updateUser: users.updateUser,
  updateUserAttribute: userAttributes.updateUserAttribute,
  upsertUserAttributeValue: userAttributeValues.upsertUserAttributeValue,
}
