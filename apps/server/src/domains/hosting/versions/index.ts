/** Engine versions: what a deployment can run, and what its tenant has run. */
export { listVersions, recordVersionRun } from './version-queries.ts'
export { chooseVersion, offeredBy } from './version-rules.ts'
