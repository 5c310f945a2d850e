import type { Services, Task } from '#context'
import { createNotifications, type FunctionCalls } from '#db'
import { closeBuilds, type DispatchParts, startBuilds } from '#engine/hosting'

// So long one connection is listened to.
const turnMs = 60_000
// So often all is looked at anew, whatever was lost.
const lookMs = 5000

const dispatchOf = ({ pool, calls, longWork, log }: Services & { calls: FunctionCalls }): DispatchParts => ({
  pool,
  calls,
  work: longWork,
  onProblem: (error) => log.warn({ err: error }, 'a build that was superseded could not be cancelled in Temporal'),
})

export const buildTasks: readonly Task[] = [
  {
    name: 'start builds',
    // The turn itself waits for what is asked for.
    everyMs: 100,
    role: 'worker',
    start: (services) => {
      const parts = dispatchOf(services)
      return async (signal) => {
        const endsAtMs = performance.now() + turnMs
        const left = (): number => endsAtMs - performance.now()
        const requests = createNotifications(services.config.databaseUrl, 'facet_builds')
        try {
          do {
            await requests.ensure()
            if (!services.longWork.isOff) await startBuilds(parts)
            await requests.next(Math.min(lookMs, left()), signal)
          } while (left() > 0 && !signal.aborted)
        } finally {
          await requests.close()
        }
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
