// Generated from the files of the contract and of the areas by pnpm generate. Do not edit.

import type { Handlers } from '#context'
import { advanceCreationStep } from '../deployments/advance-creation-step.ts'
import { createDeployment } from '../deployments/create-deployment.ts'
import { deleteDeployment } from '../deployments/delete-deployment.ts'
import { deleteEnvVariable } from '../env-variables/delete-env-variable.ts'
import { getDeployment } from '../deployments/get-deployment.ts'
import { getDeploymentSettings } from '../deployments/get-deployment-settings.ts'
import { getDeployments } from '../deployments/get-deployments.ts'
import { getEnvVariables } from '../env-variables/get-env-variables.ts'
import { listDeploymentVersions } from '../versions/list-deployment-versions.ts'
import { listRegions } from '../regions/list-regions.ts'
import { resetCreationStep } from '../deployments/reset-creation-step.ts'
import { setEnvVariables } from '../env-variables/set-env-variables.ts'
import { updateDeployment } from '../deployments/update-deployment.ts'

/** Which function serves which operation of this area. */
export const handlers = {
  advanceCreationStep,
  createDeployment,
  deleteDeployment,
  deleteEnvVariable,
  getDeployment,
  getDeploymentSettings,
  getDeployments,
  getEnvVariables,
  listDeploymentVersions,
  listRegions,
  resetCreationStep,
  setEnvVariables,
  updateDeployment,
} satisfies Partial<Handlers>
