// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo } from './shared.ts'

export type CreateGroupInput = {
  /**
   * May not start with `system:` or `group:`, in any spelling: those name groups of the platform itself. No space at either
   * end: two names that look alike would be two groups.
   */
  name: string
  description?: string | null | undefined
}

export type GroupDeleteResponse = { success: boolean }

export type UserGroupDTO = {
  id: number
  name: string
  description?: string | null
  /** Counted up to 10000. */
  userCount?: number | null
}

export type UserGroupMember = {
  id: number
  kind: UserGroupMemberKind
  /** Of a service account: its name. */
  email: string
  username: string
  firstName?: string | null
  picture?: string | null
}

export type UserGroupMemberKind = 'user' | 'service_account'

export type UserGroupMembersInput = {
  /** Users or service accounts; repeats count once. */
  userIds: number[]
}

export type UserGroupMembersListResponse = {
  items: UserGroupMember[]
  /** The same as `items`, for older clients. */
  data: UserGroupMember[]
  pageInfo: PageInfo
}

export type UserGroupMembersMutationResponse = { addedMembers: UserGroupMember[]; unchangedMembers: UserGroupMember[] }

export type UserGroupsListResponse = {
  items: UserGroupDTO[]
  /** The same as `items`, for older clients. */
  data: UserGroupDTO[]
  pageInfo: PageInfo
}

export type UserGroupsOfUserResponse = {
  items: UserGroupDTO[]
  /** The same as `items`, for older clients. */
  data: UserGroupDTO[]
  pageInfo: PageInfo
}

export type AddUserGroupMembersCall = { params: { groupId: number }; body: UserGroupMembersInput }

export type CreateGroupCall = {
  body: CreateGroupInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteGroupCall = { params: { groupId: number } }

export type ListGroupsQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListGroupsCall = { query?: ListGroupsQuery | undefined }

export type ListGroupsOfUserQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListGroupsOfUserCall = { params: { userId: number }; query?: ListGroupsOfUserQuery | undefined }

export type ListUserGroupMembersQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListUserGroupMembersCall = { params: { groupId: number }; query?: ListUserGroupMembersQuery | undefined }

export type RemoveUserGroupMembersCall = { params: { groupId: number }; body: UserGroupMembersInput }
