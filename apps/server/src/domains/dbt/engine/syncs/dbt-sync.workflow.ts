import { proxyActivities } from '@temporalio/workflow'
import type { DbtSyncActivities, SyncEnd } from './activity-types.ts'
import type { SyncId } from './types.ts'

// A worker that is gone is noticed by its missing heartbeats. What is tried again is only what passes: faults of a project are outcomes.
const { generateDbtModel, publishDbtModel } = proxyActivities<DbtSyncActivities>({
  startToCloseTimeout: '12 hours',
  scheduleToCloseTimeout: '1 day',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

/** A dbt project becomes cubes on a branch. The rows say how it went; this only brings it there. */
export const dbtSync = async (sync: SyncId): Promise<SyncEnd> => {
  const made = await generateDbtModel(sync)
  return made === 'generated' ? publishDbtModel(sync) : made
}
