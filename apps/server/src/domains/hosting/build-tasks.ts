import type { Services, Task } from '#context'
import { type FunctionCalls, notifiedTurn } from '#db'
import { closeBuilds, type DispatchParts, startBuilds } from '#engine/hosting'

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
      return notifiedTurn(services.config.databaseUrl, 'facet_builds', async () => {
        if (!services.longWork.isOff) await startBuilds(parts)
      })
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
