import type { Services } from '#context'
import { generateDbtModel, publishDbtModel, type SyncId, type SyncParts, type SyncSteps } from '#engine/dbt'
import type { RunningStep } from '#engine/hosting'

/** The steps of the workflow `dbtSync`, over what runs dbt and what publishes. */
export const activitiesOver = (steps: (services: Services) => SyncSteps) => (services: Services) => {
  const { pool, keyRing, objects, unreferencedObjects, log, syncPlaces, buildFolder } = services
  const parts: SyncParts = {
    pool,
    keyRing,
    objects,
    unreferencedObjects,
    log,
    steps: steps(services),
    places: syncPlaces,
    folder: buildFolder,
  }
  return {
    generateDbtModel: (sync: SyncId, step: RunningStep) => generateDbtModel(parts, sync, step),
    publishDbtModel: (sync: SyncId, step: RunningStep) => publishDbtModel(parts, sync, step),
  }
}
