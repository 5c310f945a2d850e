import { GroupDescription, groupFields, GroupName, GroupNamespace } from '../identity/groups.ts'
import { operation } from '../operation.ts'
import { page, PageQuery } from '../paging.ts'
import { Id, Maybe, NoContent, schema, strictSchema, type Static, Text, Type } from '../schema.ts'
import { embedTenantCommon, EmbedTenantParam, EmbedUser, exampleEmbedUser } from './embed-tenants.ts'

export const EmbedGroup = schema('EmbedGroup', { ...groupFields, namespace: GroupNamespace })
export type EmbedGroup = Static<typeof EmbedGroup>

export const maxGroupMembers = 1000

const exampleGroup: EmbedGroup = { id: 91, name: 'editors', description: 'May change dashboards', userCount: 3, namespace: 'tenantGroups' }
const onePage = { hasNextPage: false, hasPreviousPage: false }
const TenantParams = Type.Object({ embedTenantName: EmbedTenantParam })
const GroupParams = Type.Object({ embedTenantName: EmbedTenantParam, groupId: Id })
const exampleParams = { embedTenantName: 'acme-corp', groupId: 91 }
const groupNotFound = ['embed_tenant_not_found', 'group_not_found'] as const

export const listEmbedGroups = operation({
  ...embedTenantCommon,
  id: 'listEmbedGroups',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/groups',
  summary: 'List the groups of an embed tenant, newest first',
  description:
    'Groups of both namespaces; the implicit group `system:tenant:{name}` is not among them. In a security context one of `tenantGroups` is called ' +
    '`system:tenant:{embed tenant}:group:{name}`, one of `groups` `system:tenant:{embed tenant}:{name}`.',
  params: TenantParams,
  query: PageQuery,
  returns: page('UserGroupsConnectionResponse', EmbedGroup),
  failures: ['embed_tenant_not_found', 'invalid_cursor'],
  example: {
    params: { embedTenantName: 'acme-corp' },
    returns: { items: [exampleGroup], data: [exampleGroup], pageInfo: onePage },
  },
})

export const createEmbedGroup = operation({
  ...embedTenantCommon,
  id: 'createEmbedGroup',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/groups',
  summary: 'Create a group in an embed tenant',
  description:
    'Usable at once in `tenantGroups` of a session, or in `groups` when that namespace is asked for. The name cannot be changed.',
  params: TenantParams,
  body: strictSchema('CreateEmbedGroupInput', {
    name: GroupName,
    description: Maybe(GroupDescription),
    namespace: Maybe(GroupNamespace),
  }),
  returns: EmbedGroup,
  failures: ['embed_tenant_not_found', 'group_name_taken', 'group_name_reserved'],
  idempotency: 'plain',
  audit: ['group', 'embed_tenant'],
  example: {
    params: { embedTenantName: 'acme-corp' },
    body: { name: 'editors', description: 'May change dashboards' },
    returns: { ...exampleGroup, userCount: 0 },
  },
})

export const getEmbedGroup = operation({
  ...embedTenantCommon,
  id: 'getEmbedGroup',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}',
  summary: 'Get one group of an embed tenant',
  params: GroupParams,
  returns: EmbedGroup,
  failures: groupNotFound,
  example: { params: exampleParams, returns: exampleGroup },
})

export const updateEmbedGroup = operation({
  ...embedTenantCommon,
  id: 'updateEmbedGroup',
  method: 'PATCH',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}',
  summary: 'Change the description of a group; its name stays, since access policies refer to it',
  description: 'An empty text clears the description; left out, or null, it stays.',
  params: GroupParams,
  body: strictSchema('UpdateEmbedGroupInput', { description: Maybe(GroupDescription) }),
  returns: EmbedGroup,
  failures: groupNotFound,
  audit: ['group', 'embed_tenant'],
  example: { params: exampleParams, body: { description: 'May change dashboards' }, returns: exampleGroup },
})

export const deleteEmbedGroup = operation({
  ...embedTenantCommon,
  id: 'deleteEmbedGroup',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}',
  summary: 'Delete a group that has no members',
  description: 'Sessions that still carry it, of users who have left it since, end at once and everywhere.',
  params: GroupParams,
  returns: NoContent,
  status: 204,
  failures: [...groupNotFound, 'group_has_members'],
  audit: ['group', 'embed_tenant'],
  example: { params: exampleParams, returns: null },
})

export const listEmbedGroupMembers = operation({
  ...embedTenantCommon,
  id: 'listEmbedGroupMembers',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users',
  summary: 'List the members of a group, most recently added first',
  params: GroupParams,
  query: PageQuery,
  returns: page('EmbedGroupMembersListResponse', EmbedUser),
  failures: [...groupNotFound, 'invalid_cursor'],
  example: { params: exampleParams, returns: { items: [exampleEmbedUser], data: [exampleEmbedUser], pageInfo: onePage } },
})

export const EmbedGroupMembersInput = strictSchema('EmbedGroupMembersInput', {
  members: Type.Array(
    strictSchema('EmbedGroupMemberInput', {
      externalId: Maybe(Text(256, { minLength: 1, description: 'Lowercase and trimmed, as in a session request.' })),
      embedUserId: Maybe(Id),
    }),
    { minItems: 1, maxItems: maxGroupMembers, description: 'Each with exactly one of the two.' },
  ),
})
export type EmbedGroupMembersInput = Static<typeof EmbedGroupMembersInput>

export const addEmbedGroupMembers = operation({
  ...embedTenantCommon,
  id: 'addEmbedGroupMembers',
  method: 'POST',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users',
  summary: 'Add users to a group',
  description:
    'An external id that is not known yet becomes a user; an `embedUserId` must exist. Other memberships stay as they are. All of the request or nothing of it. ' +
    'The external-user limit of the tenant holds for new users.',
  params: GroupParams,
  body: EmbedGroupMembersInput,
  returns: schema('EmbedGroupMembersMutationResponse', {
    addedMembers: Type.Array(EmbedUser),
    unchangedMembers: Type.Array(EmbedUser),
  }),
  failures: [...groupNotFound, 'embed_user_not_found', 'external_user_limit'],
  audit: ['group', 'external_user', 'embed_tenant'],
  example: {
    params: exampleParams,
    body: { members: [{ externalId: 'user-1' }] },
    returns: { addedMembers: [exampleEmbedUser], unchangedMembers: [] },
  },
})

export const removeEmbedGroupMembers = operation({
  ...embedTenantCommon,
  id: 'removeEmbedGroupMembers',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users',
  summary: 'Remove users from a group',
  description:
    'Someone who is not in it, or is not known, is ignored; nobody is created. Sessions of those removed end at once and everywhere.',
  params: GroupParams,
  body: EmbedGroupMembersInput,
  returns: NoContent,
  status: 204,
  failures: groupNotFound,
  audit: ['group', 'external_user', 'embed_tenant'],
  example: { params: exampleParams, body: { members: [{ externalId: 'user-1' }] }, returns: null },
})
