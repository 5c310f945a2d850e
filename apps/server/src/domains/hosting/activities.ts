import type { Services } from '#context'
import { activateBuild, type BuildId, type BuildParts, makeBuild, type RunningStep } from '#engine/hosting'

/** The steps of the workflow `build`. */
export const activities = (services: Services) => {
  const { pool, objects, keyRing, repositories, unreferencedObjects, log } = services
  const parts: BuildParts = {
    pool,
    objects,
    keyRing,
    repositories,
    unreferencedObjects,
    log,
    compiler: services.modelCompiler,
    folder: services.buildFolder,
    places: services.buildPlaces,
  }
  return {
    makeBuild: (build: BuildId, step: RunningStep) => makeBuild(parts, build, step),
    activateBuild: (build: BuildId) => activateBuild(parts, build),
  }
}
