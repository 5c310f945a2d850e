import { SettingProblem } from '#kernel/system-errors'
import { findInstalledEngine } from './installed.ts'

/** What is installed of the versions that deployments can be given. `brokenAddons`: of `standIns` those with an addon that does not load. */
export type EnginesFound = { installed: string[]; missing: string[]; standIns: string[]; brokenAddons: string[] }

export const lookAtEngines = (
  enginesFolder: string,
  versions: readonly string[],
  brokenAddons: ReadonlySet<string> = new Set(),
): EnginesFound => {
  const found: EnginesFound = { installed: [], missing: [], standIns: [], brokenAddons: [] }
  for (const version of versions) {
    const engine = findInstalledEngine(enginesFolder, version)
    found[engine ? 'installed' : 'missing'].push(version)
    const isBroken = engine !== undefined && !engine.isStandIn && brokenAddons.has(version)
    if (isBroken) found.brokenAddons.push(version)
    if (engine?.isStandIn || isBroken) found.standIns.push(version)
  }
  return found
}

const lacking = 'no SQL API, no Jinja, no Python in models'

/** What is not available where engines run without their native addon; undefined if all have it. */
export const standInWarning = ({ standIns, brokenAddons }: EnginesFound): string | undefined => {
  if (standIns.length === 0) return undefined
  const why =
    brokenAddons.length > 0 ? `The native addon of ${brokenAddons.join(', ')} cannot be loaded on this machine` : `It has no native addon`
  return `engine ${standIns.join(', ')} runs on the stand-in for its native addon: ${lacking}. ${why}; docs/operate/engines.md says how to add one.`
}

/** Why these may not be run here; undefined if they may. */
export const standInProblem = ({ standIns }: EnginesFound, mode: 'allow' | 'refuse'): SettingProblem | undefined =>
  mode === 'allow' || standIns.length === 0
    ? undefined
    : new SettingProblem(
        'FACET_ENGINE_STAND_IN',
        `it is set to refuse, and engine ${standIns.join(', ')} has no native addon that can be loaded: ${lacking}`,
        'Install the addon into @cubejs-backend/native of that engine, or remove this setting',
      )
