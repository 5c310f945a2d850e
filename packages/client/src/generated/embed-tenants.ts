// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo, UserAttribute } from './shared.ts'

export type CreateEmbedGroupInput = {
  /**
   * May not start with `system:` or `group:`, in any spelling: those name groups of the platform itself. No space at either
   * end: two names that look alike would be two groups.
   */
  name: string
  description?: string | null | undefined
  namespace?: GroupNamespace | null | undefined
}

export type EmbedGroup = {
  id: number
  name: string
  description?: string | null
  /** Counted up to 10000. */
  userCount?: number | null
  namespace: GroupNamespace
}

export type EmbedGroupMemberInput = {
  /** Lowercase and trimmed, as in a session request. */
  externalId?: string | null | undefined
  embedUserId?: number | null | undefined
}

export type EmbedGroupMembersInput = {
  /** Each with exactly one of the two. */
  members: EmbedGroupMemberInput[]
}

export type EmbedGroupMembersListResponse = {
  items: EmbedUser[]
  /** The same as `items`, for older clients. */
  data: EmbedUser[]
  pageInfo: PageInfo
}

export type EmbedGroupMembersMutationResponse = { addedMembers: EmbedUser[]; unchangedMembers: EmbedUser[] }

export type EmbedTenant = { id: number; name: string; userCount: number; displayName?: string | null; createdAt?: string | null }

export type EmbedTenantsPublicResponse = {
  items: EmbedTenant[]
  /** The same as `items`, for older clients. */
  data: EmbedTenant[]
  pageInfo: PageInfo
}

export type EmbedUser = {
  id: number
  /** The external id, which is how the platform calls the user. */
  username: string
  email?: string | null
  externalId?: string | null
  /** The display name of the profile. */
  firstName?: string | null
  createdAt?: string | null
  lastLogin?: string | null
}

export type EmbedUserAttributesListResponse = {
  items: UserAttribute[]
  /** The same as `items`, for older clients. */
  data: UserAttribute[]
  pageInfo: PageInfo
}

export type EmbedUsersPublicResponse = {
  items: EmbedUser[]
  /** The same as `items`, for older clients. */
  data: EmbedUser[]
  pageInfo: PageInfo
}

export type GroupNamespace = 'groups' | 'tenantGroups'

export type UpdateEmbedGroupInput = { description?: string | null | undefined }

export type UserGroupsConnectionResponse = {
  items: EmbedGroup[]
  /** The same as `items`, for older clients. */
  data: EmbedGroup[]
  pageInfo: PageInfo
}

export type AddEmbedGroupMembersCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
    groupId: number
  }
  body: EmbedGroupMembersInput
}

export type CreateEmbedGroupCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
  }
  body: CreateEmbedGroupInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteEmbedGroupCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
    groupId: number
  }
}

export type DeleteEmbedTenantCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
  }
}

export type DeleteEmbedUserAttributeCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
    userAttributeId: number
  }
}

export type GetEmbedGroupCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
    groupId: number
  }
}

export type ListEmbedGroupMembersQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListEmbedGroupMembersCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
    groupId: number
  }
  query?: ListEmbedGroupMembersQuery | undefined
}

export type ListEmbedGroupsQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListEmbedGroupsCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
  }
  query?: ListEmbedGroupsQuery | undefined
}

export type ListEmbedTenantsQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
  /** Part of the text, in any case. */
  search?: string | undefined
}

export type ListEmbedTenantsCall = { query?: ListEmbedTenantsQuery | undefined }

export type ListEmbedUserAttributesQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListEmbedUserAttributesCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
  }
  query?: ListEmbedUserAttributesQuery | undefined
}

export type ListEmbedUsersQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
  /** Part of the text, in any case. */
  search?: string | undefined
}

export type ListEmbedUsersCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
  }
  query?: ListEmbedUsersQuery | undefined
}

export type RemoveEmbedGroupMembersCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
    groupId: number
  }
  body: EmbedGroupMembersInput
}

export type UpdateEmbedGroupCall = {
  params: {
    /** Name of the embed tenant; taken in any case. */
    embedTenantName: string
    groupId: number
  }
  body: UpdateEmbedGroupInput
}
