import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Id, Maybe, NoContent, OneOf, schema, strictSchema, type Static, Text, Type } from '../schema.ts'

export const GroupNamespace = OneOf('GroupNamespace', ['groups', 'tenantGroups'])
export type GroupNamespace = Static<typeof GroupNamespace>

/** Counting members stops here, so that a page of large groups costs no more than a page of small ones. */
export const memberCountCap = 10_000

export const groupFields = {
  id: Id,
  name: Type.String(),
  description: Maybe(Type.String()),
  userCount: Maybe(Type.Integer({ minimum: 0, description: `Counted up to ${memberCountCap}.` })),
}
export const Group = schema('UserGroupDTO', groupFields)
export type Group = Static<typeof Group>

export const GroupName = Text(100, {
  minLength: 1,
  pattern: '^[^\\s\\u0000]([^\\u0000]*[^\\s\\u0000])?$',
  description:
    'May not start with `system:` or `group:`, in any spelling: those name groups of the platform itself. ' +
    'No space at either end: two names that look alike would be two groups.',
})
export const GroupDescription = Text(500)

const exampleGroup: Group = { id: 51, name: 'premium', description: 'Customers of the premium plan', userCount: 12 }
const common = { tag: 'Groups', reach: 'tenant', credentials: ['api_key'], own: true } as const

export const listGroups = operation({
  ...common,
  id: 'listGroups',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/user-groups',
  summary: 'List the tenant-wide groups, newest first',
  query: PageQuery,
  returns: page('UserGroupsListResponse', Group),
  failures: ['invalid_cursor'],
  action: 'AIBIView',
  example: { returns: { items: [exampleGroup], data: [exampleGroup], pageInfo: { hasNextPage: false, hasPreviousPage: false } } },
})

export const createGroup = operation({
  ...common,
  id: 'createGroup',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/user-groups',
  summary: 'Create a tenant-wide group',
  description: 'Its name reaches access policies as it is, through `cubeCloud.groups` of the security context; it cannot be changed.',
  body: strictSchema('CreateGroupInput', { name: GroupName, description: Maybe(GroupDescription) }),
  returns: Group,
  failures: ['group_name_taken', 'group_name_reserved'],
  action: 'All',
  idempotency: 'plain',
  audit: ['group'],
  example: { body: { name: 'premium', description: 'Customers of the premium plan' }, returns: { ...exampleGroup, userCount: 0 } },
})

export const deleteGroup = operation({
  ...common,
  id: 'deleteGroup',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/groups/{groupId}',
  summary: 'Delete a tenant-wide group and take it from everyone who is in it',
  description: 'Sessions that use the group end at once and everywhere.',
  params: Type.Object({ groupId: Id }),
  returns: schema('GroupDeleteResponse', { success: Type.Boolean() }),
  failures: ['group_not_found'],
  action: 'All',
  audit: ['group'],
  example: { params: { groupId: 51 }, returns: { success: true } },
})

/** How many members one request may name, of groups of the tenant as of those of embed tenants. */
export const maxUserGroupMembers = 1000

export const UserGroupMember = schema('UserGroupMember', {
  id: Id,
  kind: OneOf('UserGroupMemberKind', ['user', 'service_account']),
  email: Type.String({ description: 'Of a service account: its name.' }),
  username: Type.String(),
  firstName: Maybe(Type.String()),
  picture: Maybe(Type.String()),
})
export type UserGroupMember = Static<typeof UserGroupMember>

const exampleMember: UserGroupMember = { id: 8, kind: 'user', email: 'bob@example.com', username: 'bob', firstName: 'Bob' }
const members = {
  ...common,
  path: '/api/v1/user-groups/{groupId}/members',
  database: 'whole',
  params: Type.Object({ groupId: Id }),
  action: 'All',
} as const
const exampleParams = { groupId: 51 }
const MembersInput = strictSchema('UserGroupMembersInput', {
  userIds: Type.Array(Id, { minItems: 1, maxItems: maxUserGroupMembers, description: 'Users or service accounts; repeats count once.' }),
})

export const listUserGroupMembers = operation({
  ...members,
  id: 'listUserGroupMembers',
  method: 'GET',
  summary: 'List the users and service accounts in a tenant-wide group, most recently added first',
  description:
    'External users are in it through their sessions and not listed here; `userCount` of the group counts them too. Names of many people: administrators only.',
  query: PageQuery,
  returns: page('UserGroupMembersListResponse', UserGroupMember),
  failures: ['group_not_found', 'invalid_cursor'],
  example: {
    params: exampleParams,
    returns: { items: [exampleMember], data: [exampleMember], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
  },
})

export const addUserGroupMembers = operation({
  ...members,
  id: 'addUserGroupMembers',
  method: 'POST',
  summary: 'Add users and service accounts to a tenant-wide group',
  description:
    'All of the request or nothing of it: an id that is not there refuses it. Content shared with the group is theirs at once; embed sessions of internal users have the group from the next one on.',
  body: MembersInput,
  returns: schema('UserGroupMembersMutationResponse', {
    addedMembers: Type.Array(UserGroupMember),
    unchangedMembers: Type.Array(UserGroupMember),
  }),
  failures: ['group_not_found', 'user_not_found'],
  audit: ['group', 'user', 'service_account'],
  example: { params: exampleParams, body: { userIds: [8] }, returns: { addedMembers: [exampleMember], unchangedMembers: [] } },
})

export const removeUserGroupMembers = operation({
  ...members,
  id: 'removeUserGroupMembers',
  method: 'DELETE',
  summary: 'Remove users and service accounts from a tenant-wide group',
  description:
    'Who is not in it, or is not known, is ignored. Content shared with the group is gone for them at once, and their embed sessions end at once and everywhere.',
  body: MembersInput,
  returns: NoContent,
  status: 204,
  failures: ['group_not_found'],
  audit: ['group', 'user', 'service_account'],
  example: { params: exampleParams, body: { userIds: [8] }, returns: null },
})

export const listGroupsOfUser = operation({
  ...common,
  id: 'listGroupsOfUser',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/users/{userId}/groups',
  summary: 'List the tenant-wide groups that a user or service account is in, newest first',
  params: Type.Object({ userId: Id }),
  query: PageQuery,
  returns: page('UserGroupsOfUserResponse', Group),
  failures: ['user_not_found', 'invalid_cursor'],
  action: 'All',
  example: {
    params: { userId: 8 },
    returns: { items: [exampleGroup], data: [exampleGroup], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
  },
})
