/** Deployments: the record everything else of the product hangs on, its onboarding and its settings. */
export { advanceCreationStep } from './advance-creation-step.ts'
export { createDeployment } from './create-deployment.ts'
export { deleteDeployment } from './delete-deployment.ts'
export { getDeployment } from './get-deployment.ts'
export { getDeploymentSettings } from './get-deployment-settings.ts'
export { getDeployments } from './get-deployments.ts'
export { resetCreationStep } from './reset-creation-step.ts'
export { updateDeployment } from './update-deployment.ts'
