// Generated from packages/contract by pnpm generate. Do not edit.

import type { CloudProvider, CreationMethod, CreationStep, DeployMode } from './shared.ts'

export type CreateDeploymentInput = {
  /** Unique in the tenant, case ignored. */
  name: string
  cloudProvider: CloudProvider
  isManaged: boolean
  /** The `name` of one of the regions the regions list returns. */
  region: string
  targetPlatform: string
  creationStep: CreationStep
  creationMethod?: CreationMethod | null | undefined
  deployMode?: DeployMode | null | undefined
}

export type CreateDeploymentCall = {
  body: CreateDeploymentInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}
