import type { Services, Task } from '#context'
import { type FunctionCalls, notifiedTurn } from '#db'
import { closeSyncs, startSyncs, type SyncDispatch } from '#engine/dbt'

const batch = 1000

const dispatchOf = ({ pool, calls, longWork }: Services & { calls: FunctionCalls }): SyncDispatch => ({ pool, calls, work: longWork })

export const tasks: readonly Task[] = [
  {
    name: 'start dbt syncs',
    // The turn itself waits for what is asked for.
    everyMs: 100,
    role: 'worker',
    start: (services) => {
      const { config, longWork } = services
      return notifiedTurn(config.databaseUrl, 'facet_dbt_syncs', async () => {
        if (!longWork.isOff) await startSyncs(dispatchOf(services), config.dbtSyncs)
      })
    },
  },
  {
    name: 'close dbt syncs',
    everyMs: 15_000,
    role: 'worker',
    start: (services) => async () => (services.longWork.isOff ? 0 : closeSyncs(dispatchOf(services))),
  },
  {
    name: 'remove old dbt syncs',
    everyMs: 60_000,
    role: 'api',
    start:
      ({ calls, config }) =>
      async (signal) => {
        let removed = batch
        while (removed === batch && !signal.aborted) {
          const [row] = await calls.call<{ removed: number }>('forget-dbt-syncs', 'select facet_forget_dbt_syncs($1, $2) as removed', [
            config.dbtSyncDays,
            batch,
          ])
          removed = row?.removed ?? 0
        }
      },
  },
]
