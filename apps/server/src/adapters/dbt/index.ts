/** dbt Core: which versions there are, and which variables are its own. */
export { isReservedForRuns } from './reserved-variables.ts'
export { type DbtVersion, dbtVersions, findDbtVersion, newestDbtVersion, unknownDbtVersion } from './versions.ts'
