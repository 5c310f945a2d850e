// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo, UserAttribute, UserAttributeType } from './shared.ts'

export type UserAttributeCreateInput = {
  name: string
  type: UserAttributeType
  displayName?: string | null | undefined
  description?: string | null | undefined
  /** Of a list or a boolean: JSON, or a list separated by commas. */
  defaultValue?: string | null | undefined
  /** True when left out. False for what users may edit themselves: no policy sees it. */
  trusted?: boolean | null | undefined
}

export type UserAttributeDeleteResponse = { success: boolean }

export type UserAttributeUpdateInput = {
  displayName?: string | null | undefined
  description?: string | null | undefined
  /** Of a list or a boolean: JSON, or a list separated by commas. */
  defaultValue?: string | null | undefined
  trusted?: boolean | null | undefined
}

export type UserAttributesListResponse = {
  items: UserAttribute[]
  /** The same as `items`, for older clients. */
  data: UserAttribute[]
  pageInfo: PageInfo
  /** Counted up to 10000. */
  count: number
}

export type CreateUserAttributeCall = {
  body: UserAttributeCreateInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteUserAttributeCall = { params: { userAttributeId: number } }

export type GetUserAttributesQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
  /** Deprecated: use `first` and `after`. */
  offset?: number | null | undefined
  /** Deprecated: use `first` and `after`. 20 when left out. */
  limit?: number | null | undefined
  name?: string | null | undefined
  type?: UserAttributeType | null | undefined
}

export type GetUserAttributesCall = { query?: GetUserAttributesQuery | undefined }

export type UpdateUserAttributeCall = { params: { userAttributeId: number }; body: UserAttributeUpdateInput }
