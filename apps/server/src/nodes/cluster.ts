import { createSuspicions, newestOfEachAddress } from './candidates.ts'
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
  const { suspect, isSuspected } = createSuspicions(nowMs)
  let ownAddress: string | null = null
  let hasLeft = false
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
    suspect,
    forwarded: createForwardedTokens(() => ownAddress, rootKeys, node.databaseNowMs),
  }
}
