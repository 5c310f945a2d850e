import * as embedGroups from '#domains/embed/embed-groups'
import * as embedTenants from '#domains/embed/embed-tenants'
import * as deployments from '#domains/hosting/deployments'
import * as envVariables from '#domains/hosting/env-variables'
import * as regions from '#domains/hosting/regions'
import * as versions from '#domains/hosting/versions'
import * as apiKeys from '#domains/identity/api-keys'
import * as serviceAccounts from '#domains/identity/service-accounts'
import * as users from '#domains/identity/users'
import * as audit from '#domains/tenant/audit'
import * as settings from '#domains/tenant/settings'
import * as spec from '#domains/tenant/spec'
import type { Handlers } from '#http'

/** Which function serves which operation. An operation without an entry does not compile. */
export const handlers: Handlers = {
  addEmbedGroupMembers: embedGroups.addEmbedGroupMembers,
  advanceCreationStep: deployments.advanceCreationStep,
  createApiKey: apiKeys.createApiKey,
  createDeployment: deployments.createDeployment,
  createEmbedGroup: embedGroups.createEmbedGroup,
  createServiceAccount: serviceAccounts.createServiceAccount,
  deleteApiKey: apiKeys.deleteApiKey,
  deleteDeployment: deployments.deleteDeployment,
  deleteEmbedGroup: embedGroups.deleteEmbedGroup,
  deleteEmbedTenant: embedTenants.deleteEmbedTenant,
  deleteEmbedUserAttribute: embedTenants.deleteEmbedUserAttribute,
  deleteEnvVariable: envVariables.deleteEnvVariable,
  deleteServiceAccount: serviceAccounts.deleteServiceAccount,
  exportAuditLogs: audit.exportAuditLogs,
  getApiKey: apiKeys.getApiKey,
  getCurrentUser: users.getCurrentUser,
  getDeployment: deployments.getDeployment,
  getDeploymentSettings: deployments.getDeploymentSettings,
  getDeployments: deployments.getDeployments,
  getEmbedGroup: embedGroups.getEmbedGroup,
  getEnvVariables: envVariables.getEnvVariables,
  getSpec: spec.getSpec,
  getTenantSettings: settings.getTenantSettings,
  listApiKeys: apiKeys.listApiKeys,
  listAuditLogs: audit.listAuditLogs,
  listDeploymentVersions: versions.listDeploymentVersions,
  listEmbedGroupMembers: embedGroups.listEmbedGroupMembers,
  listEmbedGroups: embedGroups.listEmbedGroups,
  listEmbedTenants: embedTenants.listEmbedTenants,
  listEmbedUserAttributes: embedTenants.listEmbedUserAttributes,
  listEmbedUsers: embedTenants.listEmbedUsers,
  listRegions: regions.listRegions,
  listServiceAccounts: serviceAccounts.listServiceAccounts,
  removeEmbedGroupMembers: embedGroups.removeEmbedGroupMembers,
  resetCreationStep: deployments.resetCreationStep,
  setEnvVariables: envVariables.setEnvVariables,
  updateDeployment: deployments.updateDeployment,
  updateEmbedGroup: embedGroups.updateEmbedGroup,
  updateTenantSettings: settings.updateTenantSettings,
}
