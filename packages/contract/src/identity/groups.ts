import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Id, Maybe, OneOf, schema, strictSchema, type Static, Text, Type } from '../schema.ts'

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
