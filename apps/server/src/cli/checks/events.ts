import type { DatabaseConfig } from '#config/parts'
import { type Check, TransientProblem } from '#kernel/check'
import { countEvents } from '#outbox'
import { withBriefConnections } from '../with-database.ts'

/** Whether an event was given up: what ended has ended, but something was not cleaned up after it. */
export const eventsCheck = (config: DatabaseConfig): Check => ({
  name: 'events',
  dependsOn: ['schema'],
  run: () =>
    withBriefConnections(config, async (_, calls) => {
      const { waiting, dead } = await countEvents(calls)
      if (dead > 0)
        return {
          warning: `${dead} ${dead === 1 ? 'event is' : 'events are'} dead, and what comes behind waits. facet events list says why; then facet events retry.`,
        }
      return `none is dead${waiting > 0 ? `; ${waiting} wait for reactions` : ''}`
    }).catch((error: unknown) => {
      // Everything is served without the count.
      throw error instanceof Error ? new TransientProblem(error) : error
    }),
})
