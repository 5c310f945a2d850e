import type { Services, Task } from '#context'
import { createNotifications, type FunctionCalls } from '#db'
import { closeBuilds, type DispatchParts, startBuilds } from '#engine/hosting'

// When a notification was lost.
const maxWaitMs = 5000

const dispatchOf = ({ pool, calls, longWork, log }: Services & { calls: FunctionCalls }): DispatchParts => ({
  pool,
  calls,
  work: longWork,
  onProblem: (error) => log.warn({ err: error }, 'a build that was superseded could not be cancelled in Temporal'),
})

export const tasks: readonly Task[] = [
  {
    name: 'start builds',
    // The turn itself waits for work.
    everyMs: 100,
    role: 'worker',
    start: (services) => {
      const parts = dispatchOf(services)
      const requests = createNotifications(services.config.databaseUrl, 'facet_builds')
      return async (signal) => {
        if (!services.longWork.isOff) await startBuilds(parts)
        await requests.next(maxWaitMs, signal)
        if (signal.aborted) await requests.close()
      }
    },
  },
  {
    name: 'close builds',
    everyMs: 15_000,
    role: 'worker',
    start: (services) => {
      const parts = dispatchOf(services)
      return async () => (services.longWork.isOff ? 0 : closeBuilds(parts))
    },
  },
]
