import type { SyncSteps } from '../syncs/index.ts'
import { createPublishStep, type PublishServices } from './publish-step.ts'
import { createRunSteps, type RunServices } from './run-steps.ts'

/** What a worker has that its syncs need. */
export type StepServices = RunServices & PublishServices

/** What a sync does outside of its rows, on this node. */
export const createSyncSteps = (services: StepServices): SyncSteps => ({
  ...createRunSteps(services),
  publish: createPublishStep(services),
})
