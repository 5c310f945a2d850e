import type { EngineNodes } from '#nodes'
import type { Engines } from './engines/index.ts'
import type { ProcessParts } from './open-processes.ts'
import { createEngineDoor, type EngineDoor, openRemoteEngines, routeEngines } from './remote/index.ts'
import { createLogWriter, type EngineError, type OpenedEngines, recordErrorsIn } from './serving/index.ts'

export type OpenedRoutes = {
  engines: Engines
  recordEngineError: (error: EngineError) => void
  engineDoor: EngineDoor | null
  stop: () => Promise<void>
}

type Parts = Pick<ProcessParts, 'config' | 'log' | 'pool'> & { engineNodes: EngineNodes }

/** The ways from this node to the engines of all, and from the others to those of this one, if it runs any. */
export const openRoutes = ({ config, log, pool, engineNodes }: Parts, processes: OpenedEngines | null): OpenedRoutes => {
  const remote = openRemoteEngines({
    nodes: engineNodes,
    clusterCa: config.clusterCa,
    onProblem: (problem, message) => log.warn(problem, message),
  })
  const logs = createLogWriter({ pool, onProblem: (error) => log.warn({ err: error }, 'errors of queries were lost') })
  return {
    engines: routeEngines(processes?.engines ?? null, engineNodes, remote),
    recordEngineError: processes?.recordError ?? recordErrorsIn(logs),
    engineDoor:
      processes &&
      createEngineDoor({
        engines: processes.engines,
        tokens: engineNodes.tokens,
        onProblem: (problem) => log.warn(problem, 'a request of another node could not be passed on to its engine'),
      }),
    stop: async () => {
      await remote.close()
      await logs.stop()
    },
  }
}
