// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { advanceCreationStep } from '../deployments/advance-creation-step.ts'
import { buildStatus } from '../builds/build-status.ts'
import { createDeployment } from '../deployments/create-deployment.ts'
import { createDeploymentEnvironmentToken } from '../data-tokens/create-deployment-environment-token.ts'
import { createDeploymentEnvironmentTokenForMetaSync } from '../data-tokens/create-deployment-environment-token-for-meta-sync.ts'
import { deleteDeployment } from '../deployments/delete-deployment.ts'
import { deleteEnvVariable } from '../env-variables/delete-env-variable.ts'
import { deploymentToken } from '../data-tokens/deployment-token.ts'
import { getDeployment } from '../deployments/get-deployment.ts'
import { getDeploymentEnvironmentTokens } from '../data-tokens/get-deployment-environment-tokens.ts'
import { getDeploymentEnvironments } from '../environments/get-deployment-environments.ts'
import { getDeploymentSettings } from '../deployments/get-deployment-settings.ts'
import { getDeployments } from '../deployments/get-deployments.ts'
import { getEnvVariables } from '../env-variables/get-env-variables.ts'
import { getMeta } from '../meta/get-meta.ts'
import { listDeploymentVersions } from '../versions/list-deployment-versions.ts'
import { listRegions } from '../regions/list-regions.ts'
import { logs } from '../logs/logs.ts'
import { pods } from '../pods/pods.ts'
import { queryMeta } from '../meta/query-meta.ts'
import { resetCreationStep } from '../deployments/reset-creation-step.ts'
import { setEnvVariables } from '../env-variables/set-env-variables.ts'
import { testConnection } from '../connections/test-connection.ts'
import { updateDeployment } from '../deployments/update-deployment.ts'

/** Which function serves which operation of this area. */
export const handlers = {
  advanceCreationStep,
  buildStatus,
  createDeployment,
  createDeploymentEnvironmentToken,
  createDeploymentEnvironmentTokenForMetaSync,
  deleteDeployment,
  deleteEnvVariable,
  deploymentToken,
  getDeployment,
  getDeploymentEnvironmentTokens,
  getDeploymentEnvironments,
  getDeploymentSettings,
  getDeployments,
  getEnvVariables,
  getMeta,
  listDeploymentVersions,
  listRegions,
  logs,
  pods,
  queryMeta,
  resetCreationStep,
  setEnvVariables,
  testConnection,
  updateDeployment,
} satisfies Partial<Handlers>
