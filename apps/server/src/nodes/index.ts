/** The processes of an installation: who is alive, which of them acts on a data model, and the small work they share. */
export { type Cluster, createCluster, type Owner } from './cluster.ts'
export { createForwardedTokens, type Forwarded, type ForwardedRequest } from './forwarded-token.ts'
export { type Housekeeping, startHousekeeping } from './housekeeping.ts'
export { type LiveNode, type Node, openNode } from './nodes.ts'
