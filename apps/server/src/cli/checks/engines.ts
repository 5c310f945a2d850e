import { findBrokenAddons, lookAtEngines, standInProblem, standInWarning } from '#adapters/cube'
import type { Config } from '#context'
import { type Check, TransientProblem } from '#kernel/check'

const listed = (versions: readonly string[]): string => versions.join(', ')

/** For processes that build and query models. Everything else is served without an engine. */
export const enginesCheck = ({ enginesFolder, engineVersions, engineStandIn }: Config): Check => ({
  name: 'engines',
  run: async () => {
    const found = lookAtEngines(enginesFolder, engineVersions, await findBrokenAddons(enginesFolder, engineVersions))
    const problem = standInProblem(found, engineStandIn)
    if (problem) throw new TransientProblem(problem)
    if (found.missing.length > 0)
      throw new TransientProblem(
        new Error(
          `${listed(found.missing)} is not in ${enginesFolder}: no model is built or queried with it here. Run: facet engines install ${found.missing[0]}`,
        ),
      )
    const warning = standInWarning(found)
    return warning === undefined ? `${listed(found.installed)} in ${enginesFolder}` : { warning }
  },
})
