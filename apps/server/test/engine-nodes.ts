import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createEngineDoor, type Engines, type EnvironmentId, openRemoteEngines, routeEngines } from '#engine/hosting'
import { createEngineNodes, createNodeConnections, type EngineNodes, type LiveNode } from '#nodes'
import { startStandInEngine, type StandInEngine } from './given-engine.ts'

const defaultKeys = { current: Buffer.alloc(32, 5), previous: null }
const connections = createNodeConnections({ clusterCa: null })

export type EngineNodeView = { id: string; peers?: readonly LiveNode[]; rootKeys?: typeof defaultKeys; databaseNowMs?: () => number }

/** The nodes of engines as one process sees them. */
export const viewOf = ({ id, peers = [], rootKeys = defaultKeys, databaseNowMs = Date.now }: EngineNodeView): EngineNodes =>
  createEngineNodes({ node: { id, peers: () => peers, databaseNowMs }, runsEngines: false, rootKeys, connections })

export type TestEngineNode = LiveNode & { address: string; engine: StandInEngine; close: () => void; cut: () => void; freeze: () => void }

/** A listener with the door of a node, and an engine behind it that answers as a test says. */
export const startEngineNode = async (
  id: string,
  { acquire, tls, ...view }: { acquire?: Engines['acquire']; tls?: { cert: string; key: string } } & Omit<EngineNodeView, 'id'> = {},
): Promise<TestEngineNode> => {
  const engine = await startStandInEngine()
  const engines = { acquire: acquire ?? (engine.engines.acquire as Engines['acquire']) }
  const door = createEngineDoor({ engines, tokens: viewOf({ id, ...view }).tokens, onProblem: () => undefined })
  let isFrozen = false
  const listener: RequestListener = (request, response) => {
    if (isFrozen) return
    if (request.url === '/livez') response.end()
    else if (!door(request, response)) response.writeHead(404).end()
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(async () => {
    close()
    await engine.stop()
  })
  const { port } = server.address() as AddressInfo
  const address = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
  return {
    id,
    roles: ['engine'],
    address,
    engine,
    close,
    cut: () => server.closeAllConnections(),
    freeze: () => {
      isFrozen = true
    },
  }
}

export type TestRoutes = {
  engines: Engines
  nodes: EngineNodes
  /** An environment whose engine this node runs. */
  environmentOn: (nodeId: string) => EnvironmentId
  problems: string[]
}

/** The engines of these nodes as a node that runs none asks them. */
export const routesTo = (...peers: LiveNode[]): TestRoutes => routesTrusting(null, ...peers)

/** The same for one that trusts these certificates. */
export const routesTrusting = (clusterCa: string | null, ...peers: LiveNode[]): TestRoutes => {
  const nodes = viewOf({ id: 'gate', peers })
  const problems: string[] = []
  const remote = openRemoteEngines({ nodes, clusterCa, onProblem: (_, message) => void problems.push(message) })
  onTestFinished(remote.close)
  return {
    engines: routeEngines(null, nodes, remote),
    nodes,
    environmentOn: (nodeId) => {
      for (let environmentId = 1; environmentId < 1000; environmentId++) {
        const node = nodes.nodeOf({ tenantId: 1, environmentId })
        if (node !== null && node !== 'self' && node.id === nodeId) return { tenantId: 1, deploymentId: 2, environmentId }
      }
      throw new Error(`${nodeId} runs nothing.`)
    },
    problems,
  }
}
