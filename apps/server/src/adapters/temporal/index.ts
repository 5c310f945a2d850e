/** Long work: workflows that outlive requests and processes. Knows Temporal; of the rest only `*.workflow.ts` do. */
import type * as Bundle from './bundle.ts'
import type * as Look from './look.ts'

export type { Activities, Activity, RunningActivity } from './activities.ts'
export { packedWorkflows } from './files.ts'
export { connectLongWork, type LongWork, type WorkflowStart, type WorkState } from './long-work.ts'
export { nodeQueueOf, type Sealer, taskQueue, type TemporalOptions } from './options.ts'
export { runWorker, type RunningWorker, type RunWorkerOptions } from './run-worker.ts'
export { hasWorkerLibrary } from './worker-library.ts'

/** What few processes need is loaded when it is called: the libraries are large, and one has a native part. */
export const bundleWorkflows: typeof Bundle.bundleWorkflows = async (...args) => (await import('./bundle.ts')).bundleWorkflows(...args)
export const lookAtTemporal: typeof Look.lookAtTemporal = async (...args) => (await import('./look.ts')).lookAtTemporal(...args)
