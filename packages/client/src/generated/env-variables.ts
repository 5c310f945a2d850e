// Generated from packages/contract by pnpm generate. Do not edit.

import type { EnvVariableInput, PageInfo } from './shared.ts'

export type EnvVariableItem = { name: string; value: string }

export type EnvVariablesListResponse = {
  items: EnvVariableItem[]
  /** The same as `items`, for older clients. */
  data: EnvVariableItem[]
  pageInfo: PageInfo
}

export type SetEnvVariablesInput = { env_variables: EnvVariableInput[] }

export type DeleteEnvVariableCall = { params: { deploymentId: number; name: string } }

export type GetEnvVariablesQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type GetEnvVariablesCall = { params: { deploymentId: number }; query?: GetEnvVariablesQuery | undefined }

export type SetEnvVariablesCall = { params: { deploymentId: number }; body: SetEnvVariablesInput }
