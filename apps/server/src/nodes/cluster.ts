import { createForwardedTokens, type ForwardedTokens } from './forwarded-token.ts'
import type { LiveNode, Node } from './nodes.ts'
import { highestOf } from './rendezvous.ts'

export type Owner = { id: string; address: string }

/** The nodes as this one sees them: who acts on which data model, and how requests are passed on to it. */
export type Cluster = {
  self: string
  /** Whether this node acts on data models at all. */
  isAuthoring: boolean
  /** Tells the others where they reach this node, or that they do not. */
  join: (address: string | null) => Promise<void>
  /** Others stop choosing this node; what still reaches it is done here. */
  leave: () => Promise<void>
  /** `null`: no live node acts on data models. */
  ownerOf: (tenantId: number, deploymentId: number) => Owner | 'self' | null
  /** Not chosen for a while: it did not answer. */
  suspect: (nodeId: string) => void
  forwarded: ForwardedTokens
}

const suspectedMs = 15_000

/** Where a process was killed and another one started, its row stays for a while: of one address only the newest can be reached. */
const newestOfEachAddress = (oldestFirst: readonly LiveNode[]): LiveNode[] => [
  ...new Map(oldestFirst.map((node) => [node.address ?? node.id, node])).values(),
]

const isOwner = (node: LiveNode): node is LiveNode & Owner => node.roles.includes('authoring') && node.address !== null

/**
 * An owner is chosen for locality only: its disk has the repository. That two nodes choose differently for a moment does no
 * harm, since the row of the repository is changed by compare-and-set whoever acts.
 */
export const createCluster = (
  node: Node,
  isAuthoring: boolean,
  rootKeys: { current: Buffer; previous: Buffer | null },
  nowMs: () => number = () => performance.now(),
): Cluster => {
  const suspectedUntilMs = new Map<string, number>()
  let ownAddress: string | null = null
  let hasLeft = false
  const isSuspected = ({ id }: LiveNode): boolean => {
    const untilMs = suspectedUntilMs.get(id) ?? 0
    if (untilMs <= nowMs()) suspectedUntilMs.delete(id)
    return untilMs > nowMs()
  }
  return {
    self: node.id,
    isAuthoring,
    join: (address) => {
      ownAddress = address
      return node.join(address)
    },
    leave: () => {
      hasLeft = true
      return node.leave()
    },
    ownerOf: (tenantId, deploymentId) => {
      if (isAuthoring && hasLeft) return 'self'
      const candidates = newestOfEachAddress(node.peers()).filter(isOwner)
      const trusted = candidates.filter((candidate) => candidate.id === node.id || !isSuspected(candidate))
      const owner = highestOf(trusted, `${tenantId} ${deploymentId}`)
      if (owner) return owner.id === node.id ? 'self' : owner
      // One that others cannot reach still does what it is asked itself.
      return isAuthoring ? 'self' : null
    },
    suspect: (nodeId) => {
      suspectedUntilMs.set(nodeId, nowMs() + suspectedMs)
    },
    forwarded: createForwardedTokens(() => ownAddress, rootKeys, node.databaseNowMs),
  }
}
