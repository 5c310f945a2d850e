import type { EngineNodes } from '#nodes'
import type { Engines } from '../engines/index.ts'
import { createPolicyOfCallers } from './embed-policy.ts'
import type { RemoteEngines } from './remote-engines.ts'
import { noEngineNode } from './wire.ts'

/** The engines of all nodes, as whoever asks a query sees them: here, if this is the node that runs it, or else there. */
export const routeEngines = (local: Engines | null, nodes: Pick<EngineNodes, 'nodeOf'>, remote: RemoteEngines): Engines => {
  const under = createPolicyOfCallers()
  return {
    acquire: async (environment, signal) => {
      const node = nodes.nodeOf(environment)
      if (node === 'self' && local) return under(await local.acquire(environment, signal), environment.embedPolicy)
      if (node === null || node === 'self') throw noEngineNode()
      return under(remote.lease(environment, node), environment.embedPolicy)
    },
    tryAcquire: (environment) => {
      const node = nodes.nodeOf(environment)
      const lease = node === 'self' ? local?.tryAcquire(environment) : node && remote.lease(environment, node)
      return lease ? under(lease, environment.embedPolicy) : undefined
    },
    refresh: async (environment) => local?.refresh(environment),
    list: () => local?.list() ?? [],
    stop: async () => local?.stop(),
  }
}
