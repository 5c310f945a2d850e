import { join } from 'node:path'
import { type Activities, bundleWorkflows, type LongWork, packedWorkflows, runWorker, type RunningWorker } from '#adapters/temporal'
import type { Gauge, Services, Task } from '#context'
import { areas } from './generated/areas.ts'

/** Every workflow of every area, a list that is generated. */
export const workflowsFile = join(import.meta.dirname, 'generated/workflows.ts')

const activitiesOf = (services: Services): Activities => {
  const all: Activities = {}
  for (const { name, activities } of areas)
    for (const [activity, run] of Object.entries(activities?.(services) ?? {})) {
      if (activity in all) throw new Error(`The area ${name} has an activity "${activity}", which is there already.`)
      all[activity] = run
    }
  return all
}

/** Made when the program was packed; in a checkout when it is first needed. */
const findBundle = ({ config }: Services): Promise<string> =>
  packedWorkflows === null ? bundleWorkflows(workflowsFile, join(config.dataFolder, 'workflows.js')) : Promise.resolve(packedWorkflows)

/** What a process of the role `worker` does beside its tasks: the steps of workflows. None where long work is off. */
export const startWorker = (services: Services, workflowBundle?: string): RunningWorker | null => {
  const { config, longWorkSealer, nodeId, log } = services
  if (config.temporal === null) {
    log.info('long work is off: FACET_TEMPORAL_ADDRESS is not set')
    return null
  }
  return runWorker({
    temporal: config.temporal,
    sealer: longWorkSealer,
    nodeId,
    activities: activitiesOf(services),
    workflowBundle: async () => workflowBundle ?? (await findBundle(services)),
    servingProblem: services.servingProblem,
    onWarning: (message) => log.warn({ part: 'temporal' }, message),
    onProblem: (what, error) => log.warn({ err: error }, what),
  })
}

/** Where long work is off there is nothing to watch. */
export const longWorkGauges = ({ isOff, wasUp }: LongWork): Gauge[] =>
  isOff ? [] : [{ name: 'facet_long_work_up', help: 'Whether Temporal answered when it was last asked.', read: () => Number(wasUp()) }]

export const longWorkTasks = ({ isOff, isUp }: LongWork): Task[] =>
  isOff ? [] : [{ name: 'look at long work', everyMs: 10_000, start: () => isUp }]
