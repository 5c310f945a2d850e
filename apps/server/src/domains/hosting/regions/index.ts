/** Regions: where a deployment can run, as the operator configured it. */
export { listRegions } from './list-regions.ts'
