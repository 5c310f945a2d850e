// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo, User } from './shared.ts'

export type UsersListResponse = {
  items: User[]
  /** The same as `items`, for older clients. */
  data: User[]
  pageInfo: PageInfo
}

export type ListUsersQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListUsersCall = { query?: ListUsersQuery | undefined }
