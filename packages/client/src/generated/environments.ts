// Generated from packages/contract by pnpm generate. Do not edit.

import type { DeploymentsPagination, PageInfo } from './shared.ts'

export type CreateEnvironmentTokenInput = {
  security_context: Record<string, unknown>
  /** Seconds; 3600 when left out. */
  expires_in?: number | null | undefined
  /** Of meta, data, sql and graphql; all when left out. For a token of metadata only `meta`. */
  scopes?: string[] | null | undefined
}

export type Environment = {
  /** A number, as text. */
  id: string
  type: EnvironmentType
  /** The branch it serves: for production, the deploy branch. */
  branch?: string | null
  /** Whose it is, for one of development. */
  user?: string | null
  api_credentials: EnvironmentApiCredential[]
}

export type EnvironmentApiCredential = {
  type: EnvironmentApiCredentialType
  version: number
  url?: string | null
  host?: string | null
  port?: number | null
  database?: string | null
}

export type EnvironmentApiCredentialType = 'rest' | 'sql'

export type EnvironmentToken = { token: string; security_context: Record<string, unknown>; created_at: string; expires_at: string }

export type EnvironmentTokenResponse = { data: EnvironmentToken }

export type EnvironmentTokensListResponse = {
  items: EnvironmentToken[]
  /** The same as `items`, for older clients. */
  data: EnvironmentToken[]
  pageInfo?: PageInfo | null
  pagination: DeploymentsPagination
}

export type EnvironmentType = 'production' | 'staging' | 'development'

export type EnvironmentsListResponse = {
  items: Environment[]
  /** The same as `items`, for older clients. */
  data: Environment[]
  pageInfo?: PageInfo | null
  pagination: DeploymentsPagination
}

export type CreateDeploymentEnvironmentTokenCall = {
  params: { deploymentId: number; environmentId: number }
  body: CreateEnvironmentTokenInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type CreateDeploymentEnvironmentTokenForMetaSyncCall = {
  params: { deploymentId: number; environmentId: number }
  body: CreateEnvironmentTokenInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type GetDeploymentEnvironmentTokensQuery = {
  /** Deprecated: use `first` and `after`. */
  offset?: number | null | undefined
  /** Deprecated: use `first` and `after`. 20 when left out. */
  limit?: number | null | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type GetDeploymentEnvironmentTokensCall = {
  params: { deploymentId: number; environmentId: number }
  query?: GetDeploymentEnvironmentTokensQuery | undefined
}

export type GetDeploymentEnvironmentsQuery = {
  type?: EnvironmentType | null | undefined
  /** Deprecated: use `first` and `after`. */
  offset?: number | null | undefined
  /** Deprecated: use `first` and `after`. 20 when left out. */
  limit?: number | null | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type GetDeploymentEnvironmentsCall = { params: { deploymentId: number }; query?: GetDeploymentEnvironmentsQuery | undefined }
