/** Environment variables of a deployment, sealed at rest and masked on the way out. */
export { deleteEnvVariable } from './delete-env-variable.ts'
export { getEnvVariables } from './get-env-variables.ts'
export { setEnvVariables } from './set-env-variables.ts'
