/** Upstream Cube: which versions there are, what is installed of them, and how one is installed. */
export { findBrokenAddons } from './addon-problem.ts'
export { compiledIn } from './compiled.ts'
export { driversNamed, requireDrivers } from './drivers.ts'
export { type EnginesFound, lookAtEngines, standInProblem, standInWarning } from './engines-found.ts'
export { type Installation, installEngine } from './install.ts'
export { findInstalledEngine, type InstalledEngine, listInstalledEngines } from './installed.ts'
export { enginePrograms, type EnginePrograms } from './programs.ts'
export { type EngineVersion, engineVersions, findEngineVersion, getEngineVersion, UnknownEngineVersion } from './versions.ts'
