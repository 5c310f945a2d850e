import { Agent, Dispatcher } from 'undici'
import type { EngineNode, EngineNodes } from '#nodes'
import { type AskedEnvironment, type EngineLease, type PinnedCaller, writeCaller } from '../engines/index.ts'
import { type AskParts, createAskNode } from './ask-node.ts'
import { createNodeWatch } from './node-watch.ts'

export type RemoteEngines = {
  /**
   * A lease that costs nothing until it is used: the other node leases the process for as long as it answers a request, and only it
   * knows whether there is one. What it says instead comes as the failure of the request.
   */
  lease: (environment: AskedEnvironment, node: EngineNode) => EngineLease
  close: () => Promise<void>
}

type Parts = { nodes: EngineNodes; clusterCa: string | null; onProblem: AskParts['onProblem'] }

type Dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void

class RemoteDispatcher extends Dispatcher {
  readonly #dispatch: Dispatch
  constructor(dispatch: Dispatch) {
    super()
    this.#dispatch = dispatch
  }
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#dispatch(options, handler)
    return true
  }
}

const connectMs = 1000
// Shorter than a node keeps a connection that nothing is sent on.
const keepAliveTimeout = 30_000

export const openRemoteEngines = ({ nodes, clusterCa, onProblem }: Parts): RemoteEngines => {
  const connections = new Agent({
    connect: { timeout: connectMs, minVersion: 'TLSv1.2', ...(clusterCa === null ? {} : { ca: clusterCa }) },
    pipelining: 1,
    keepAliveTimeout,
  })
  const ask = createAskNode({ connections, nodes, watch: createNodeWatch(nodes.isAlive).watch, onProblem })
  const written = new WeakMap<PinnedCaller, string>()
  /** Written down for the other node, which signs it: the key of a process is known there alone. */
  const sign = (caller: PinnedCaller): string => {
    const known = written.get(caller) ?? writeCaller(caller)
    written.set(caller, known)
    return known
  }
  return {
    lease: (environment, node) => {
      const lease: EngineLease = {
        dispatcher: new RemoteDispatcher((options, handler) =>
          ask({
            environment,
            node,
            options,
            handler,
            onEngine: (processName, buildId) => Object.assign(lease, { processName, buildId }),
          }),
        ),
        sign,
        // Done where the variables are known: by the node that answers.
        redact: (text) => text,
        processName: '',
        buildId: 0,
        // The other node rejects the request itself.
        onRejected: () => undefined,
        release: () => undefined,
      }
      return lease
    },
    close: () => connections.destroy(),
  }
}
