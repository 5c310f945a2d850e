// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import {
  deleteDbtIntegration,
  getDbtIntegration,
  rotateDbtSshKey,
  rotateDbtWebhookSecret,
  setDbtIntegration,
  testDbtConnection,
} from '../dbt/integration.ts'
import { uploadDbtManifest } from '../dbt/manifests.ts'
import {
  cancelDbtSync,
  getDbtSyncDiff,
  getDbtSyncLog,
  getDbtSyncReport,
  getDbtSyncResult,
  getDbtSyncStatus,
  listDbtSyncs,
  previewDbtSync,
  startDbtSync,
} from '../dbt/syncs.ts'
import { receiveDbtPushNotice } from '../dbt/webhook.ts'
import {
  addEmbedGroupMembers,
  createEmbedGroup,
  deleteEmbedGroup,
  getEmbedGroup,
  listEmbedGroupMembers,
  listEmbedGroups,
  removeEmbedGroupMembers,
  updateEmbedGroup,
} from '../embed/embed-groups.ts'
import {
  deleteEmbedTenant,
  deleteEmbedUserAttribute,
  listEmbedTenants,
  listEmbedUserAttributes,
  listEmbedUsers,
} from '../embed/embed-tenants.ts'
import { getEmbedSession, listEmbedSessions, revokeEmbedSession, revokeEmbedSessions } from '../embed/registry.ts'
import { dryRunSession, generateSession } from '../embed/sessions.ts'
import { exchangeSession, getEmbedKeys, renewSession } from '../embed/tokens.ts'
import { buildStatus } from '../hosting/builds.ts'
import { testConnection } from '../hosting/connections.ts'
import {
  createDeploymentEnvironmentToken,
  createDeploymentEnvironmentTokenForMetaSync,
  deploymentToken,
  getDeploymentEnvironmentTokens,
} from '../hosting/data-tokens.ts'
import {
  advanceCreationStep,
  createDeployment,
  deleteDeployment,
  getDeployment,
  getDeploymentSettings,
  getDeployments,
  resetCreationStep,
  updateDeployment,
} from '../hosting/deployments.ts'
import { deleteEnvVariable, getEnvVariables, setEnvVariables } from '../hosting/env-variables.ts'
import { getDeploymentEnvironments } from '../hosting/environments.ts'
import { logs } from '../hosting/logs.ts'
import { getMeta, queryMeta } from '../hosting/meta.ts'
import { pods } from '../hosting/pods.ts'
import { listRegions } from '../hosting/regions.ts'
import { listDeploymentVersions } from '../hosting/versions.ts'
import { createApiKey, deleteApiKey, getApiKey, listApiKeys } from '../identity/api-keys.ts'
import { createGroup, deleteGroup, listGroups } from '../identity/groups.ts'
import { createServiceAccount, deleteServiceAccount, listServiceAccounts } from '../identity/service-accounts.ts'
import { getUserAttributeValues, upsertUserAttributeValue } from '../identity/user-attribute-values.ts'
import { createUserAttribute, deleteUserAttribute, getUserAttributes, updateUserAttribute } from '../identity/user-attributes.ts'
import { bulkUserAction, createUser, deleteUser, getCurrentUser, listUsers, updateUser } from '../identity/users.ts'
import { createBranch, deleteBranch, listBranches, setBranchStagingEnvironment, startDevMode, stopDevMode } from '../modeling/branches.ts'
import { commitChanges, mergeIntoParentBranch, mergeToDefaultBranch, pull } from '../modeling/changes.ts'
import { diffBranch } from '../modeling/diff.ts'
import { listFiles, removeFiles, renameFiles, updateFiles } from '../modeling/files.ts'
import { connectRemote, disconnectRemote, getRemote, pushBranch, receivePushNotice, testRemote } from '../modeling/remotes.ts'
import { fileHashes, finishUpload, startUpload, uploadFile } from '../modeling/uploads.ts'
import { validateDataModel } from '../modeling/validation.ts'
import { exportAuditLogs, listAuditLogs } from '../tenant/audit.ts'
import { getTenantSettings, updateTenantSettings } from '../tenant/settings.ts'
import { getSpec } from '../tenant/spec.ts'

/** Every operation by id. A handler, a client method and a test file follow from each entry. */
export const operations = {
  addEmbedGroupMembers,
  advanceCreationStep,
  buildStatus,
  bulkUserAction,
  cancelDbtSync,
  commitChanges,
  connectRemote,
  createApiKey,
  createBranch,
  createDeployment,
  createDeploymentEnvironmentToken,
  createDeploymentEnvironmentTokenForMetaSync,
  createEmbedGroup,
  createGroup,
  createServiceAccount,
  createUser,
  createUserAttribute,
  deleteApiKey,
  deleteBranch,
  deleteDbtIntegration,
  deleteDeployment,
  deleteEmbedGroup,
  deleteEmbedTenant,
  deleteEmbedUserAttribute,
  deleteEnvVariable,
  deleteGroup,
  deleteServiceAccount,
  deleteUser,
  deleteUserAttribute,
  deploymentToken,
  diffBranch,
  disconnectRemote,
  dryRunSession,
  exchangeSession,
  exportAuditLogs,
  fileHashes,
  finishUpload,
  generateSession,
  getApiKey,
  getCurrentUser,
  getDbtIntegration,
  getDbtSyncDiff,
  getDbtSyncLog,
  getDbtSyncReport,
  getDbtSyncResult,
  getDbtSyncStatus,
  getDeployment,
  getDeploymentEnvironmentTokens,
  getDeploymentEnvironments,
  getDeploymentSettings,
  getDeployments,
  getEmbedGroup,
  getEmbedKeys,
  getEmbedSession,
  getEnvVariables,
  getMeta,
  getRemote,
  getSpec,
  getTenantSettings,
  getUserAttributeValues,
  getUserAttributes,
  listApiKeys,
  listAuditLogs,
  listBranches,
  listDbtSyncs,
  listDeploymentVersions,
  listEmbedGroupMembers,
  listEmbedGroups,
  listEmbedSessions,
  listEmbedTenants,
  listEmbedUserAttributes,
  listEmbedUsers,
  listFiles,
  listGroups,
  listRegions,
  listServiceAccounts,
  listUsers,
  logs,
  mergeIntoParentBranch,
  mergeToDefaultBranch,
  pods,
  previewDbtSync,
  pull,
  pushBranch,
  queryMeta,
  receiveDbtPushNotice,
  receivePushNotice,
  removeEmbedGroupMembers,
  removeFiles,
  renameFiles,
  renewSession,
  resetCreationStep,
  revokeEmbedSession,
  revokeEmbedSessions,
  rotateDbtSshKey,
  rotateDbtWebhookSecret,
  setBranchStagingEnvironment,
  setDbtIntegration,
  setEnvVariables,
  startDbtSync,
  startDevMode,
  startUpload,
  stopDevMode,
  testConnection,
  testDbtConnection,
  testRemote,
  updateDeployment,
  updateEmbedGroup,
  updateFiles,
  updateTenantSettings,
  updateUser,
  updateUserAttribute,
  uploadDbtManifest,
  uploadFile,
  upsertUserAttributeValue,
  validateDataModel,
}

export type Operations = typeof operations
export type OperationId = keyof Operations
