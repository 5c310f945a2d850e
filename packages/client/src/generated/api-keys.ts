// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo } from './shared.ts'

export type ApiKey = {
  id: number
  name: string
  ownerId: number
  ownerKind: KeyOwnerKind
  /** First and last characters of the secret, to tell keys apart. */
  hint: string
  scope: ApiKeyScope
  createdAt: string
  createdByKeyId: number | null
  expiresAt: string | null
}

export type ApiKeyDeleteResponse = { success: boolean }

export type ApiKeyScope = {
  /**
   * Deployments the key acts on, mints for, and whose sessions it sees; null = every one its owner may. Such a key acts on
   * nothing else of the tenant.
   */
  deploymentIds?: number[] | null
  preset?: KeyPreset | null
  /** Operation ids the key may call; null = those of the preset, or every one. */
  operations?: string[] | null
  /**
   * Embed tenants the key manages, mints for (external users only), and whose sessions it sees; null = every one. Such a key
   * acts on nothing else of the tenant.
   */
  embedTenants?: string[] | null
  /** Browser origins the key may be used from; null = no check. */
  origins?: string[] | null
  /**
   * Lets a key scoped to deployments or embed tenants act on the rest of the tenant as well: on what belongs to none of
   * either, and on those of the kind it does not name.
   */
  tenantWide?: boolean | null
}

export type ApiKeysListResponse = {
  items: ApiKey[]
  /** The same as `items`, for older clients. */
  data: ApiKey[]
  pageInfo: PageInfo
}

export type CreateApiKeyInput = {
  name: string
  serviceAccountId?: number | null | undefined
  expiresAt?: string | null | undefined
  /**
   * Deployments the key acts on, mints for, and whose sessions it sees; null = every one its owner may. Such a key acts on
   * nothing else of the tenant.
   */
  deploymentIds?: number[] | null | undefined
  preset?: KeyPreset | null | undefined
  /** Operation ids the key may call; null = those of the preset, or every one. */
  operations?: string[] | null | undefined
  /**
   * Embed tenants the key manages, mints for (external users only), and whose sessions it sees; null = every one. Such a key
   * acts on nothing else of the tenant.
   */
  embedTenants?: string[] | null | undefined
  /** Browser origins the key may be used from; null = no check. */
  origins?: string[] | null | undefined
  /**
   * Lets a key scoped to deployments or embed tenants act on the rest of the tenant as well: on what belongs to none of
   * either, and on those of the kind it does not name.
   */
  tenantWide?: boolean | null | undefined
}

export type CreatedApiKey = {
  id: number
  name: string
  ownerId: number
  ownerKind: KeyOwnerKind
  /** First and last characters of the secret, to tell keys apart. */
  hint: string
  scope: ApiKeyScope
  createdAt: string
  createdByKeyId: number | null
  expiresAt: string | null
  /** Shown this once. */
  secret: string
}

export type KeyOwnerKind = 'user' | 'service_account'

export type KeyPreset = 'mint-only' | 'ci' | 'read-only'

export type CreateApiKeyCall = {
  body: CreateApiKeyInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteApiKeyCall = { params: { apiKeyId: number } }

export type GetApiKeyCall = { params: { apiKeyId: number } }

export type ListApiKeysQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListApiKeysCall = { query?: ListApiKeysQuery | undefined }
