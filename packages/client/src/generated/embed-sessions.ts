// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo } from './shared.ts'

export type EmbedSession = {
  /** Names the session; it is not the secret that can be exchanged. */
  id: string
  state: EmbedSessionState
  deploymentId: number
  userId: number
  username: string
  isInternal: boolean
  embedTenantName?: string | null
  apiKeyId: number
  creatorMode: boolean
  mintedAt: string
  exchangedAt?: string | null
  expiresAt: string
  revokedAt?: string | null
}

export type EmbedSessionDetails = {
  /** Names the session; it is not the secret that can be exchanged. */
  id: string
  state: EmbedSessionState
  deploymentId: number
  userId: number
  username: string
  isInternal: boolean
  embedTenantName?: string | null
  apiKeyId: number
  creatorMode: boolean
  mintedAt: string
  exchangedAt?: string | null
  expiresAt: string
  revokedAt?: string | null
  secondUseAt?: string | null
  groups: string[]
  userAttributes: Record<string, unknown>
  securityContext: Record<string, unknown>
  settings: Record<string, unknown>
}

export type EmbedSessionState = 'pending' | 'active' | 'revoked' | 'expired' | 'disabled'

export type EmbedSessionsListResponse = {
  items: EmbedSession[]
  /** The same as `items`, for older clients. */
  data: EmbedSession[]
  pageInfo: PageInfo
}

export type RevokeEmbedSessionsInput = {
  userId?: number | null | undefined
  /** With `embedTenantName`, or of users outside any embed tenant. */
  externalId?: string | null | undefined
  embedTenantName?: string | null | undefined
  deploymentId?: number | null | undefined
  apiKeyId?: number | null | undefined
}

export type RevokeEmbedSessionsResponse = { revokedBefore: string }

export type GetEmbedSessionCall = { params: { embedSessionId: string } }

export type ListEmbedSessionsQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
  userId?: number | null | undefined
  /** With `embedTenantName`, or of users outside any embed tenant. */
  externalId?: string | null | undefined
  embedTenantName?: string | null | undefined
  deploymentId?: number | null | undefined
  apiKeyId?: number | null | undefined
  state?: EmbedSessionState | null | undefined
}

export type ListEmbedSessionsCall = { query?: ListEmbedSessionsQuery | undefined }

export type RevokeEmbedSessionCall = { params: { embedSessionId: string } }

export type RevokeEmbedSessionsCall = { body: RevokeEmbedSessionsInput }
