import type { EngineNodes } from '#nodes'
import type { Engines } from '../engines/index.ts'
import type { RemoteEngines } from './remote-engines.ts'
import { noEngineNode } from './wire.ts'

/** The engines of all nodes, as whoever asks a query sees them: here, if this is the node that runs it, or else there. */
export const routeEngines = (local: Engines | null, nodes: Pick<EngineNodes, 'nodeOf'>, remote: RemoteEngines): Engines => ({
  acquire: async (environment, signal) => {
    const node = nodes.nodeOf(environment)
    if (node === 'self' && local) return local.acquire(environment, signal)
    if (node === null || node === 'self') throw noEngineNode()
    return remote.lease(environment, node)
  },
  tryAcquire: (environment) => {
    const node = nodes.nodeOf(environment)
    if (node === 'self') return local?.tryAcquire(environment)
    return node === null ? undefined : remote.lease(environment, node)
  },
  refresh: async (environment) => local?.refresh(environment),
  list: () => local?.list() ?? [],
  stop: async () => local?.stop(),
})
