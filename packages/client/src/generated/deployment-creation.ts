// Generated from packages/contract by pnpm generate. Do not edit.

import type { CreationStep, DeployMode } from './shared.ts'

export type CreateDeploymentInput = {
  /** Unique in the tenant, case ignored. */
  name: string
  /** Stored. Has no effect in this version. */
  cloudProvider?: 'cubecloud' | 'aws' | 'gcp' | undefined
  /** Stored. Has no effect in this version. */
  isManaged?: boolean | undefined
  /** The `name` of one of the regions the regions list returns. Left out, it is the first of them. */
  region?: string | undefined
  /** Stored. Has no effect in this version. */
  targetPlatform?: string | undefined
  creationStep?: CreationStep | undefined
  /** `ssh` is stored and has no effect in this version. */
  creationMethod?: ('upload' | 'cubecloud' | 'github' | 'ssh') | null | undefined
  deployMode?: DeployMode | null | undefined
}

export type CreateDeploymentCall = {
  body: CreateDeploymentInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}
