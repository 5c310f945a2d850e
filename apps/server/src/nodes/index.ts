/** The processes of an installation: who is alive, which of them acts on a data model, and which runs an engine. */
export { type Cluster, createCluster, type Owner } from './cluster.ts'
export { createEngineNodes, type EngineCall, type EngineNode, type EngineNodes } from './engine-nodes.ts'
export { createForwardedTokens, type Forwarded, type ForwardedRequest } from './forwarded-token.ts'
export { createNodeConnections } from './node-connections.ts'
export { createNodeTokens, type NodeTokens } from './node-token.ts'
export { type LiveNode, type Node, openNode } from './nodes.ts'
export { createOwnerClient, noOwner, type OwnerAnswer, type OwnerClient, type OwnerRequest } from './owner-client.ts'
export { forwardedHeader, hopsOf, forwardedResponseHeaders, forwardedRequestHeaders } from './forwarded-headers.ts'
