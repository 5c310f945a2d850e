import type { RoleName } from '#config'
import type { Gauge, Services } from '#context'
import { createBacklog, type EventBacklog } from '#outbox'
import { type RunningRole, startApi } from './api.ts'
import { openDataPlane } from './data-plane.ts'
import { eventTasks } from './reactions.ts'
import { areasIn } from './services.ts'
import { type RunningTasks, startTasks, tasksOf } from './tasks.ts'
import { longWorkGauges, longWorkTasks, startWorker } from './worker.ts'

/** What each role makes of a process beside its tasks and the engines it needs. Owners of data models and nodes of engines are asked over HTTP too. */
const isListening: Record<RoleName, boolean> = {
  api: true,
  authoring: true,
  gateway: true,
  worker: false,
  engine: true,
}

type Watched = { tasks: readonly RunningTasks[]; events: EventBacklog }

export const gaugesOf = (services: Services, roles: readonly RoleName[], { tasks, events }: Watched): Gauge[] => [
  {
    name: 'facet_housekeeping_failing',
    help: 'Periodic tasks that failed when they were last tried.',
    read: () => tasks.reduce((sum, { failing }) => sum + failing(), 0),
  },
  { name: 'facet_events_waiting', help: 'Events to which not everything has reacted yet.', read: events.waiting },
  { name: 'facet_events_dead', help: 'Events that were given up; facet events list shows them.', read: events.dead },
  ...longWorkGauges(services.longWork),
  ...areasIn(roles).flatMap(({ gauges }) => gauges?.(services) ?? []),
]

export type RunningRoles = { api: RunningRole | null; stop: () => Promise<void> }

/** Starts what the named roles do: their tasks, one listener for all that need it, and the steps of workflows. */
export const startRoles = async (
  services: Services,
  common: RunningTasks,
  roles: readonly RoleName[],
  { workflowBundle, ...pace }: { everyMs?: number; workflowBundle?: string } = {},
): Promise<RunningRoles> => {
  const events = createBacklog()
  const tasks = startTasks(services, [...tasksOf(roles), ...eventTasks(roles, events), ...longWorkTasks(services.longWork)], pace)
  try {
    const gauges = gaugesOf(services, roles, { tasks: [common, tasks], events })
    const api = roles.some((role) => isListening[role])
      ? await startApi(services, {
          gauges,
          engineDoor: services.engineDoor,
          ...(roles.includes('gateway') ? { openGateway: openDataPlane(services) } : {}),
        })
      : null
    await services.raiseWalls().catch(async (error: unknown) => {
      await api?.stop()
      throw error
    })
    const worker = roles.includes('worker') ? startWorker(services, workflowBundle) : null
    if (worker) services.buildProblem.follow(worker)
    return {
      api,
      stop: async () => {
        // Together: whatever a task waits for must not keep the listener from draining.
        await Promise.all([tasks.stop(), api?.stop(), worker?.stop()])
      },
    }
  } catch (error) {
    await tasks.stop()
    throw error
  }
}
