import type { RepositoryId } from './types.ts'

/** What a repository is called on this node: in memory, and as a folder. */
export const repositoryName = ({ tenantId, deploymentId }: RepositoryId): string => `${tenantId}-${deploymentId}`
