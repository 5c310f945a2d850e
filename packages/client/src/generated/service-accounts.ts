// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo } from './shared.ts'

export type CreateServiceAccountInput = {
  /** Lowercase letters, digits and dashes. */
  name: string
  /** Name of a role: Admin, Developer, Explorer, Viewer. */
  role: string
}

export type ServiceAccount = { id: number; name: string; roles: string[]; createdAt: string }

export type ServiceAccountDeleteResponse = { success: boolean }

export type ServiceAccountsListResponse = {
  items: ServiceAccount[]
  /** The same as `items`, for older clients. */
  data: ServiceAccount[]
  pageInfo: PageInfo
}

export type CreateServiceAccountCall = {
  body: CreateServiceAccountInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteServiceAccountCall = { params: { serviceAccountId: number } }

export type ListServiceAccountsQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListServiceAccountsCall = { query?: ListServiceAccountsQuery | undefined }
