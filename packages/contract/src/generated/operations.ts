// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import { exportContent, importContent } from '../content/code.ts'
import {
  compareDashboardVersions,
  listDashboardVersions,
  publishDashboard,
  restoreDashboardVersion,
  updatePublishedDashboardAiWidgetThread,
  updateWorkbookDashboard,
} from '../content/dashboards.ts'
import {
  getDashboard,
  getEmbedAccess,
  postDashboardPythonRun,
  updateDashboardEmbedding,
  updateEmbedAccess,
} from '../content/embed-access.ts'
import { createFolder, deleteFolder, getFolderAncestors, getFolders, listReportFolders, updateFolder } from '../content/folders.ts'
import { previewContentMove } from '../content/moves.ts'
import { explainContentAccess, listResourcePolicies, setGroupPolicy, setUserPolicy } from '../content/policies.ts'
import { listContentProblems } from '../content/problems.ts'
import { repairContent } from '../content/repairs.ts'
import {
  connectReportToWorkbook,
  createReport,
  deleteReport,
  getReport,
  getReports,
  refreshReport,
  updateReport,
  upsertReportByPublicId,
} from '../content/reports.ts'
import { transferContent } from '../content/transfers.ts'
import {
  createWorkbook,
  deleteWorkbook,
  duplicateWorkbook,
  getWorkbook,
  getWorkbooks,
  updateWorkbook,
  upsertWorkbookBySlug,
} from '../content/workbooks.ts'
import {
  addFavorite,
  bulkDeleteWorkspaceObjects,
  bulkMoveWorkspaceObjects,
  moveWorkspaceObject,
  removeFavorite,
  sharedWorkspaceObjects,
  workspaceObjects,
} from '../content/workspace.ts'
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
import { watchEmbedSession } from '../embed/session-watch.ts'
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
import {
  addUserGroupMembers,
  createGroup,
  deleteGroup,
  listGroups,
  listGroupsOfUser,
  listUserGroupMembers,
  removeUserGroupMembers,
} from '../identity/groups.ts'
import { createServiceAccount, deleteServiceAccount, listServiceAccounts } from '../identity/service-accounts.ts'
import { getUserAttributeValues, upsertUserAttributeValue } from '../identity/user-attribute-values.ts'
import { createUserAttribute, deleteUserAttribute, getUserAttributes, updateUserAttribute } from '../identity/user-attributes.ts'
import { bulkUserAction, createUser, deleteUser, getCurrentUser, listUsers, postUser, updateUser } from '../identity/users.ts'
import { createBranch, deleteBranch, listBranches, setBranchStagingEnvironment, startDevMode, stopDevMode } from '../modeling/branches.ts'
import { commitChanges, mergeIntoParentBranch, mergeToDefaultBranch, pull } from '../modeling/changes.ts'
import { diffBranch } from '../modeling/diff.ts'
import { listFiles, removeFiles, renameFiles, updateFiles } from '../modeling/files.ts'
import { connectRemote, disconnectRemote, getRemote, pushBranch, receivePushNotice, testRemote } from '../modeling/remotes.ts'
import { fileHashes, finishUpload, startUpload, uploadFile } from '../modeling/uploads.ts'
import { validateDataModel } from '../modeling/validation.ts'
import { bootstrapDashboard } from '../querying/bootstrap.ts'
import { listFilterChoices, streamWidgetData } from '../querying/widget-data.ts'
import { getAppConfig, getAppTheme, getEmbedTheme, updateAppConfig } from '../tenant/app-config.ts'
import { exportAuditLogs, listAuditLogs } from '../tenant/audit.ts'
import { getTenantSettings, updateTenantSettings } from '../tenant/settings.ts'
import { getSpec } from '../tenant/spec.ts'

/** Every operation by id. A handler, a client method and a test file follow from each entry. */
export const operations = {
  addEmbedGroupMembers,
  addFavorite,
  addUserGroupMembers,
  advanceCreationStep,
  bootstrapDashboard,
  buildStatus,
  bulkDeleteWorkspaceObjects,
  bulkMoveWorkspaceObjects,
  bulkUserAction,
  cancelDbtSync,
  commitChanges,
  compareDashboardVersions,
  connectRemote,
  connectReportToWorkbook,
  createApiKey,
  createBranch,
  createDeployment,
  createDeploymentEnvironmentToken,
  createDeploymentEnvironmentTokenForMetaSync,
  createEmbedGroup,
  createFolder,
  createGroup,
  createReport,
  createServiceAccount,
  createUser,
  createUserAttribute,
  createWorkbook,
  deleteApiKey,
  deleteBranch,
  deleteDbtIntegration,
  deleteDeployment,
  deleteEmbedGroup,
  deleteEmbedTenant,
  deleteEmbedUserAttribute,
  deleteEnvVariable,
  deleteFolder,
  deleteGroup,
  deleteReport,
  deleteServiceAccount,
  deleteUser,
  deleteUserAttribute,
  deleteWorkbook,
  deploymentToken,
  diffBranch,
  disconnectRemote,
  dryRunSession,
  duplicateWorkbook,
  exchangeSession,
  explainContentAccess,
  exportAuditLogs,
  exportContent,
  fileHashes,
  finishUpload,
  generateSession,
  getApiKey,
  getAppConfig,
  getAppTheme,
  getCurrentUser,
  getDashboard,
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
  getEmbedAccess,
  getEmbedGroup,
  getEmbedKeys,
  getEmbedSession,
  getEmbedTheme,
  getEnvVariables,
  getFolderAncestors,
  getFolders,
  getMeta,
  getRemote,
  getReport,
  getReports,
  getSpec,
  getTenantSettings,
  getUserAttributeValues,
  getUserAttributes,
  getWorkbook,
  getWorkbooks,
  importContent,
  listApiKeys,
  listAuditLogs,
  listBranches,
  listContentProblems,
  listDashboardVersions,
  listDbtSyncs,
  listDeploymentVersions,
  listEmbedGroupMembers,
  listEmbedGroups,
  listEmbedSessions,
  listEmbedTenants,
  listEmbedUserAttributes,
  listEmbedUsers,
  listFiles,
  listFilterChoices,
  listGroups,
  listGroupsOfUser,
  listRegions,
  listReportFolders,
  listResourcePolicies,
  listServiceAccounts,
  listUserGroupMembers,
  listUsers,
  logs,
  mergeIntoParentBranch,
  mergeToDefaultBranch,
  moveWorkspaceObject,
  pods,
  postDashboardPythonRun,
  postUser,
  previewContentMove,
  previewDbtSync,
  publishDashboard,
  pull,
  pushBranch,
  queryMeta,
  receiveDbtPushNotice,
  receivePushNotice,
  refreshReport,
  removeEmbedGroupMembers,
  removeFavorite,
  removeFiles,
  removeUserGroupMembers,
  renameFiles,
  renewSession,
  repairContent,
  resetCreationStep,
  restoreDashboardVersion,
  revokeEmbedSession,
  revokeEmbedSessions,
  rotateDbtSshKey,
  rotateDbtWebhookSecret,
  setBranchStagingEnvironment,
  setDbtIntegration,
  setEnvVariables,
  setGroupPolicy,
  setUserPolicy,
  sharedWorkspaceObjects,
  startDbtSync,
  startDevMode,
  startUpload,
  stopDevMode,
  streamWidgetData,
  testConnection,
  testDbtConnection,
  testRemote,
  transferContent,
  updateAppConfig,
  updateDashboardEmbedding,
  updateDeployment,
  updateEmbedAccess,
  updateEmbedGroup,
  updateFiles,
  updateFolder,
  updatePublishedDashboardAiWidgetThread,
  updateReport,
  updateTenantSettings,
  updateUser,
  updateUserAttribute,
  updateWorkbook,
  updateWorkbookDashboard,
  uploadDbtManifest,
  uploadFile,
  upsertReportByPublicId,
  upsertUserAttributeValue,
  upsertWorkbookBySlug,
  validateDataModel,
  watchEmbedSession,
  workspaceObjects,
}

export type Operations = typeof operations
export type OperationId = keyof Operations
