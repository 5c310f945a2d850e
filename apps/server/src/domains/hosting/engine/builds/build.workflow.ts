import { proxyActivities } from '@temporalio/workflow'
import type { BuildId, BuildSteps, MadeBuild } from './types.ts'

// A worker that is gone is noticed by its missing heartbeats. What is tried again is only what passes: the model's faults are outcomes.
const { makeBuild, activateBuild } = proxyActivities<BuildSteps>({
  startToCloseTimeout: '30 minutes',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

/** A head of the deploy branch becomes what production serves. Its row says how it went; this only brings it there. */
export const build = async (id: BuildId): Promise<MadeBuild> => {
  const made = await makeBuild(id)
  return made === 'stored' ? activateBuild(id) : made
}
