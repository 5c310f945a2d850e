/** Upstream Cube: which versions there are, what is installed of them, and how one is installed. */
export { compiledIn } from './compiled.ts'
export { driversNamed, requireDrivers } from './drivers.ts'
export { type EnginesFound, lookAtEngines, standInProblem } from './engines-found.ts'
export { type Installation, installEngine } from './install.ts'
export { findInstalledEngine, type InstalledEngine, isStandIn, listInstalledEngines } from './installed.ts'
export { enginePrograms, type EnginePrograms } from './programs.ts'
export { type EngineVersion, engineVersions, findEngineVersion, getEngineVersion, UnknownEngineVersion } from './versions.ts'
