import { lookAtTemporal, type TemporalOptions } from '#adapters/temporal'
import { type Check, TransientProblem } from '#kernel/check'
import { reasonOf } from '#kernel/system-errors'

/** Whether Temporal is there. The service starts without it: builds and syncs wait, queries do not need it. */
export const longWorkCheck = (temporal: TemporalOptions | null): Check => ({
  name: 'long work',
  startsAfter: ['database', 'schema'],
  run: async () => {
    if (temporal === null) return 'off, since FACET_TEMPORAL_ADDRESS is not set: builds and syncs are refused, everything else is served'
    const { address, namespace } = temporal
    const found = await lookAtTemporal(temporal).catch((error: unknown) => {
      throw new TransientProblem(
        new Error(
          `FACET_TEMPORAL_ADDRESS: Temporal does not answer at ${address}: ${reasonOf(error)}. Start it, or correct the address; without it builds and syncs wait.`,
        ),
      )
    })
    return found.hasNamespace
      ? `Temporal at ${address}, namespace ${namespace}`
      : `Temporal at ${address}; the namespace ${namespace} is made when it is first used`
  },
})
