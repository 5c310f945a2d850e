import { lookAtEngines, standInProblem } from '#adapters/cube'
import type { Config } from '#context'
import { type Check, TransientProblem } from '#kernel/check'

const listed = (versions: readonly string[]): string => versions.join(', ')

/** Builds and queries need them; everything else is served without. Whether one may run on the stand-in is for the roles that run them. */
export const enginesCheck = ({ enginesFolder, engineVersions, engineStandIn }: Config): Check => ({
  name: 'engines',
  run: async () => {
    const found = lookAtEngines(enginesFolder, engineVersions)
    const problem = standInProblem(found, engineStandIn)
    if (problem) throw new TransientProblem(problem)
    if (found.missing.length > 0)
      return {
        warning: `${listed(found.missing)} is not in ${enginesFolder}: no model is built or queried with it here. Run: facet engines install ${found.missing[0]}`,
      }
    if (found.standIns.length > 0)
      return { warning: `${listed(found.installed)}; ${listed(found.standIns)} without the native addon: no SQL API, Jinja and Python` }
    return `${listed(found.installed)} in ${enginesFolder}`
  },
})
