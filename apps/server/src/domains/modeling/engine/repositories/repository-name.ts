import type { Place } from './types.ts'

/** What a repository is called on this node: in memory, and as a folder. */
export const repositoryName = ({ tenantId, deploymentId }: Place): string => `${tenantId}-${deploymentId}`
