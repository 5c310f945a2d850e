/** The steps of a sync over what does them: dbt and the converter behind walls, and the publisher. */
export { createSyncSteps, type StepServices } from './sync-steps.ts'
