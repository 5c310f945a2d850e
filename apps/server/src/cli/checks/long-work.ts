import { hasWorkerLibrary, lookAtTemporal, type TemporalOptions } from '#adapters/temporal'
import { type Check, TransientProblem } from '#kernel/check'
import { reasonOf } from '#kernel/system-errors'

const problem = (text: string): TransientProblem => new TransientProblem(new Error(text))

/** Whether Temporal is there. The service starts without it: builds and syncs wait, queries do not need it. */
export const longWorkCheck = (temporal: TemporalOptions | null, { isWorker }: { isWorker: boolean }): Check => ({
  name: 'long work',
  startsAfter: ['database', 'schema'],
  run: async () => {
    if (temporal === null) {
      if (!isWorker) return 'off, since FACET_TEMPORAL_ADDRESS is not set: this process runs no builds and no syncs'
      throw problem(
        'FACET_TEMPORAL_ADDRESS is not set: no data model is built and no dbt project is synced. Start Temporal and name its address (docs/operate/long-work.md).',
      )
    }
    const { address, namespace } = temporal
    const found = await lookAtTemporal(temporal).catch((error: unknown) => {
      throw problem(
        `FACET_TEMPORAL_ADDRESS: Temporal does not answer at ${address}: ${reasonOf(error)}. Start it, or correct the address; without it builds and syncs wait.`,
      )
    })
    return found.hasNamespace
      ? `Temporal at ${address}, namespace ${namespace}`
      : `Temporal at ${address}; the namespace ${namespace} is made when it is first used`
  },
})

/** The worker's library has a native part, so it is installed beside the program. */
export const workerLibraryCheck = (hasLibrary = hasWorkerLibrary): Check => ({
  name: 'worker library',
  run: async () => {
    if (hasLibrary()) return '@temporalio/worker is installed'
    throw problem(
      'The library @temporalio/worker is not installed beside the program: this process runs no builds and no syncs. Install it as docs/operate/install.md says.',
    )
  },
})
