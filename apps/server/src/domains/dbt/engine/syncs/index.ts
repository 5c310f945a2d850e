/** Syncs: a launch, a workflow that runs dbt and publishes what comes of it, and an outcome. */
export { cancelLaunch } from './launch-queries.ts'
export { launchSync } from './launch-sync.ts'
export { requireRef } from './ref-rules.ts'
export { type Author, type Launch, type Launched, type Progress, type SyncId, workflowIdOf } from './types.ts'
