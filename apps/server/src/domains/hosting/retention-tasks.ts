import type { Task } from '#context'
import { removeInBatches, trimDeployments } from './retention.ts'

export const retentionTasks: readonly Task[] = [
  {
    name: 'remove old engine logs and builds',
    everyMs: 60_000,
    role: 'api',
    start:
      ({ calls, config }) =>
      async (signal) => {
        await removeInBatches(calls, 'facet_forget_engine_logs($1, $2)', [config.engineLogDays], signal)
        await trimDeployments(calls, signal)
      },
  },
  {
    name: 'remove expired data tokens',
    everyMs: 60_000,
    role: 'api',
    start:
      ({ calls }) =>
      (signal) =>
        removeInBatches(calls, 'facet_forget_data_tokens($1)', [], signal),
  },
  {
    name: 'remove processes of nodes that are gone',
    everyMs: 30_000,
    role: 'api',
    start:
      ({ calls }) =>
      (signal) =>
        removeInBatches(calls, 'facet_forget_engine_processes($1)', [], signal),
  },
]
