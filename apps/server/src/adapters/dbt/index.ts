/** dbt Core: which versions there are, which variables are its own, and the programs that run inside the sandbox. */
export { isReservedForRuns } from './reserved-variables.ts'
export { type DbtVersion, dbtVersions, findDbtVersion, newestDbtVersion, unknownDbtVersion } from './versions.ts'
export { convertProgram, type ConvertProgram } from './convert-program.ts'
export { type DbtCall, runDbt, type DbtRun } from './run-dbt.ts'
export type { LogLine } from './read-log.ts'
export type { DbtPython } from './environment.ts'
export { type DbtProblem, problemIn } from './problem.ts'
export { type ProfileRequest, profileOf, profileName } from './profile.ts'
