import { SettingProblem } from '#kernel/system-errors'
import { findInstalledEngine } from './installed.ts'

/** What is installed of the versions that deployments can be given. */
export type EnginesFound = { installed: string[]; missing: string[]; standIns: string[] }

export const lookAtEngines = (enginesFolder: string, versions: readonly string[]): EnginesFound => {
  const found: EnginesFound = { installed: [], missing: [], standIns: [] }
  for (const version of versions) {
    const engine = findInstalledEngine(enginesFolder, version)
    found[engine ? 'installed' : 'missing'].push(version)
    if (engine?.isStandIn) found.standIns.push(version)
  }
  return found
}

/** Why these may not be run here; undefined if they may. */
export const standInProblem = ({ standIns }: EnginesFound, mode: 'allow' | 'refuse'): SettingProblem | undefined =>
  mode === 'allow' || standIns.length === 0
    ? undefined
    : new SettingProblem(
        'FACET_ENGINE_STAND_IN',
        `engine ${standIns.join(', ')} is installed without its native addon, and a package stands in for it: no SQL API, no Jinja, no Python in models`,
        'Install the addon into @cubejs-backend/native of that engine, or set FACET_ENGINE_STAND_IN=allow to do without',
      )
