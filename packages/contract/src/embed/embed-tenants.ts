import { UserAttribute } from '../identity/user-attributes.ts'
import { operation } from '../operation.ts'
import { page, pageQuery, PageQuery } from '../paging.ts'
import { Id, Maybe, NoContent, schema, type Static, Text, Timestamp, Type } from '../schema.ts'

export const embedTenantNamePattern = '^[a-z][a-z0-9-]{3,34}[a-z0-9]$'

/** In a path the name is folded to lowercase first, so it may come in any case. */
export const EmbedTenantParam = Text(100, { minLength: 1, description: 'Name of the embed tenant; taken in any case.' })

export const EmbedTenant = schema('EmbedTenant', {
  id: Id,
  name: Type.String(),
  userCount: Type.Integer({ minimum: 0 }),
  displayName: Maybe(Type.String()),
  createdAt: Maybe(Timestamp),
})
export type EmbedTenant = Static<typeof EmbedTenant>

export const EmbedUser = schema('EmbedUser', {
  id: Id,
  username: Type.String({ description: 'The external id, which is how the platform calls the user.' }),
  email: Maybe(Type.String()),
  externalId: Maybe(Type.String()),
  firstName: Maybe(Type.String({ description: 'The display name of the profile.' })),
  createdAt: Maybe(Timestamp),
  lastLogin: Maybe(Timestamp),
})
export type EmbedUser = Static<typeof EmbedUser>

export const exampleEmbedUser: EmbedUser = {
  id: 81,
  username: 'user-1',
  externalId: 'user-1',
  email: 'ada@acme.example',
  firstName: 'Ada',
  createdAt: '2026-11-15T09:30:00.000Z',
}
const exampleTenant: EmbedTenant = {
  id: 71,
  name: 'acme-corp',
  userCount: 12,
  displayName: 'Acme Corporation',
  createdAt: '2026-11-15T09:30:00.000Z',
}
export const embedTenantCommon = { tag: 'Embed Tenants', action: 'All', reach: 'embed_tenant', credentials: ['api_key'] } as const
const Search = Type.Optional(Text(200, { description: 'Part of the text, in any case.' }))
const onePage = { hasNextPage: false, hasPreviousPage: false }

export const listEmbedTenants = operation({
  ...embedTenantCommon,
  id: 'listEmbedTenants',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/embed-tenants',
  summary: 'List embed tenants by name, with how many external users each has',
  description: '`search` finds a part of the name. A key scoped to embed tenants sees those.',
  query: Type.Object({ ...pageQuery, search: Search }),
  returns: page('EmbedTenantsPublicResponse', EmbedTenant),
  failures: ['invalid_cursor'],
  example: { query: { search: 'acme' }, returns: { items: [exampleTenant], data: [exampleTenant], pageInfo: onePage } },
})

export const deleteEmbedTenant = operation({
  ...embedTenantCommon,
  id: 'deleteEmbedTenant',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}',
  summary: 'Delete an embed tenant with its users, groups, memberships and attributes',
  description:
    'Answers 204 also when no embed tenant has this name. The name must be exact: one that differs in case is refused and never folded. ' +
    'Its sessions end at once and everywhere; a session that names it afterwards starts an empty one.',
  params: Type.Object({ embedTenantName: EmbedTenantParam }),
  returns: NoContent,
  status: 204,
  failures: ['embed_tenant_name_invalid'],
  audit: ['embed_tenant'],
  example: { params: { embedTenantName: 'acme-corp' }, returns: null },
})

export const listEmbedUsers = operation({
  ...embedTenantCommon,
  id: 'listEmbedUsers',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/users',
  summary: 'List the external users of an embed tenant by email',
  description: '`search` finds a part of the email or of the external id. Users without an email come first.',
  params: Type.Object({ embedTenantName: EmbedTenantParam }),
  query: Type.Object({ ...pageQuery, search: Search }),
  returns: page('EmbedUsersPublicResponse', EmbedUser),
  failures: ['embed_tenant_not_found', 'invalid_cursor'],
  example: {
    params: { embedTenantName: 'acme-corp' },
    query: { search: 'ada' },
    returns: { items: [exampleEmbedUser], data: [exampleEmbedUser], pageInfo: onePage },
  },
})

// Calendar days of the reference's release that removed them and of the end of them here.
const removed = { since: '2026-03-01', sunset: '2027-12-31' } as const
const exampleAttribute = { id: 61, name: 'region', type: 'string', displayName: 'Region', trusted: true } as const

export const listEmbedUserAttributes = operation({
  ...embedTenantCommon,
  id: 'listEmbedUserAttributes',
  method: 'GET',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes',
  summary: 'List the attribute definitions of an embed tenant, oldest first',
  params: Type.Object({ embedTenantName: EmbedTenantParam }),
  query: PageQuery,
  returns: page('EmbedUserAttributesListResponse', UserAttribute),
  failures: ['embed_tenant_not_found', 'invalid_cursor'],
  removed,
  example: {
    params: { embedTenantName: 'acme-corp' },
    returns: { items: [exampleAttribute], data: [exampleAttribute], pageInfo: onePage },
  },
})

export const deleteEmbedUserAttribute = operation({
  ...embedTenantCommon,
  id: 'deleteEmbedUserAttribute',
  method: 'DELETE',
  database: 'whole',
  path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes/{userAttributeId}',
  summary: 'Delete an attribute definition of an embed tenant and every value of it',
  description: 'How a type is changed: delete it, and define it again with the next session.',
  params: Type.Object({ embedTenantName: EmbedTenantParam, userAttributeId: Id }),
  returns: NoContent,
  status: 204,
  failures: ['embed_tenant_not_found', 'user_attribute_not_found'],
  audit: ['user_attribute', 'embed_tenant'],
  removed,
  example: { params: { embedTenantName: 'acme-corp', userAttributeId: 61 }, returns: null },
})
