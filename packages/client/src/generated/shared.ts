// Generated from packages/contract by pnpm generate. Do not edit.

export type CloudProvider = 'cubecloud' | 'aws' | 'gcp'

export type CreationMethod = 'upload' | 'cubecloud' | 'github' | 'ssh'

export type CreationStep = 'project' | 'upload' | 'schema' | 'github' | 'ssh' | 'databases' | 'ready' | 'demo'

export type DeployMode = 'git' | 'cli'

export type Deployment = {
  id: number
  name: string
  /** Base address of the data API of this deployment; exists from creation. */
  deploymentUrl: string
  creationStep: CreationStep
}

export type PageInfo = { hasNextPage: boolean; hasPreviousPage: boolean; startCursor?: string | null; endCursor?: string | null }
