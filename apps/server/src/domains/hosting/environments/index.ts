/** Environments: what of a deployment is served, each from one branch. */
export { requireEnvironment } from './environment-queries.ts'
