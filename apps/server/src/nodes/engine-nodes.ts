import { createSuspicions, newestOfEachAddress } from './candidates.ts'
import type { NodeConnections } from './node-connections.ts'
import { createNodeTokens, type NodeTokens, type RootKeys } from './node-token.ts'
import type { LiveNode, Node } from './nodes.ts'
import { highestOf } from './rendezvous.ts'

export type EngineNode = { id: string; address: string }

/** What the node of an engine believes of a request: whose it is, and what its first bytes are. */
export type EngineCall = { requestId: string; envelopeBytes: number /** SHA-256, in hex. */; envelope: string }

/** Which node runs the engine of an environment, and how it is asked. */
export type EngineNodes = {
  /** `null`: no live node runs engines. */
  nodeOf: (environment: { tenantId: number; environmentId: number }) => EngineNode | 'self' | null
  /** Not chosen for a while, unless there is no other: it did not answer. */
  suspect: (nodeId: string) => void
  /** For one process: what is sent to one that is gone is sent again, to another. */
  tokens: NodeTokens<EngineCall>
  isAlive: (address: string) => Promise<boolean>
  /** Whether this node runs engines, and so can be asked. */
  runsEngines: boolean
}

type Parts = {
  node: Pick<Node, 'id' | 'peers' | 'databaseNowMs'>
  runsEngines: boolean
  rootKeys: RootKeys
  connections: Pick<NodeConnections, 'isAlive'>
  nowMs?: () => number
}

const isReached = (node: LiveNode): node is LiveNode & EngineNode => node.roles.includes('engine') && node.address !== null

/** That two nodes choose differently for a moment does no harm: an engine that runs twice answers twice the same. */
export const createEngineNodes = ({ node, runsEngines, rootKeys, connections, nowMs = () => performance.now() }: Parts): EngineNodes => {
  const { suspect, isSuspected } = createSuspicions(nowMs)
  return {
    nodeOf: ({ tenantId, environmentId }) => {
      const candidates = newestOfEachAddress(node.peers()).filter(isReached)
      const trusted = candidates.filter((candidate) => candidate.id === node.id || !isSuspected(candidate))
      const chosen = highestOf(trusted.length > 0 ? trusted : candidates, `engine ${tenantId} ${environmentId}`)
      if (chosen) return chosen.id === node.id ? 'self' : chosen
      // One that others cannot reach still runs what it is asked for itself.
      return runsEngines ? 'self' : null
    },
    suspect,
    tokens: createNodeTokens<EngineCall>({
      label: 'facet engine call 1',
      self: () => node.id,
      rootKeys,
      databaseNowMs: node.databaseNowMs,
    }),
    isAlive: connections.isAlive,
    runsEngines,
  }
}
