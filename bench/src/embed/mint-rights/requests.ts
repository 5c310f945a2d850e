import type { FailureCode } from '@facet/contract'

/** What there is to be named in a request. */
export type Fixture = { inside: number; beside: number; foreign: number; internalId: string; group: string; attribute: string }

/** One request, and what the contract says of it whoever sends it. */
export type SessionRequest = {
  name: string
  body: Record<string, unknown>
  deployment: 'inside' | 'beside' | 'foreign'
  embedTenantName: string | null
  isInternal: boolean
  problem: FailureCode | null
}

type Told = { body?: Record<string, unknown>; deployment?: SessionRequest['deployment']; problem?: FailureCode; isExternal?: false }

/** `storefront` is in the scope of the keys that have one, `backoffice` is not. */
export const requestsOn = (ground: Fixture): SessionRequest[] => {
  const definitions = { creatorMode: true, groupDefinitions: [{ name: 'made' }], groups: ['made'] }
  const attributes = {
    creatorMode: true,
    userAttributeDefinitions: [{ name: 'made', type: 'string' }],
    userAttributes: [{ name: 'made', value: 'x' }],
  }
  const internal = { internalId: ground.internalId }
  const inStore = { embedTenantName: 'storefront' }
  const inOffice = { embedTenantName: 'backoffice' }
  const context = (securityContext: object): Told => ({ body: { securityContext }, problem: 'security_context_reserved' })
  const told: Record<string, Told> = {
    plain: {},
    'beside the scope': { deployment: 'beside' },
    "another tenant's deployment": { deployment: 'foreign', problem: 'deployment_not_found' },
    'internal user': { body: internal, isExternal: false },
    'internal user beside': { body: internal, isExternal: false, deployment: 'beside' },
    'internal user, unknown': { body: { internalId: 'nobody-here' }, isExternal: false, problem: 'internal_user_not_found' },
    'internal user with groups': { body: { ...internal, groups: [ground.group] }, isExternal: false, problem: 'not_with_internal_id' },
    'internal user with a context': {
      body: { ...internal, securityContext: { a: 1 } },
      isExternal: false,
      problem: 'not_with_internal_id',
    },
    'internal user in an embed tenant': { body: { ...internal, ...inStore }, isExternal: false },
    'internal user in another embed tenant': { body: { ...internal, ...inOffice }, isExternal: false },
    'both users': { body: internal, problem: 'user_identifier' },
    'no user': { isExternal: false, problem: 'user_identifier' },
    'external id in capitals': { body: { externalId: 'Someone' }, problem: 'external_id_invalid' },
    'embed tenant': { body: inStore },
    'another embed tenant': { body: inOffice },
    'embed tenant beside': { body: inStore, deployment: 'beside' },
    'embed tenant in capitals': { body: { embedTenantName: 'STOREFRONT' }, problem: 'embed_tenant_name_malformed' },
    'no name for an embed tenant': { body: { embedTenantName: '' }, problem: 'embed_tenant_name_malformed' },
    'profile of no embed tenant': { body: { embedTenantProfile: { displayName: 'X' } }, problem: 'embed_tenant_required' },
    'creator mode': { body: { ...inStore, creatorMode: true } },
    'groups defined': { body: { ...inStore, ...definitions } },
    'groups defined elsewhere': { body: { ...inOffice, ...definitions } },
    'groups defined without an embed tenant': { body: definitions, problem: 'embed_tenant_required' },
    'groups defined without creator mode': { body: { ...inStore, groupDefinitions: [{ name: 'made' }] }, problem: 'creator_mode_required' },
    'a group of the platform defined': {
      body: { ...inStore, creatorMode: true, groupDefinitions: [{ name: 'system:tenant:backoffice' }] },
      problem: 'group_name_reserved',
    },
    'attributes defined': { body: { ...inStore, ...attributes } },
    'attributes defined elsewhere': { body: { ...inOffice, ...attributes } },
    'tenant groups': { body: { ...inStore, creatorMode: true, tenantGroupDefinitions: [{ name: 'own' }], tenantGroups: ['own'] } },
    groups: { body: { groups: [ground.group] } },
    'groups that are not there': { body: { groups: ['not there'] }, problem: 'groups_not_found' },
    'a group of the platform': { body: { groups: ['system:tenant:backoffice'] }, problem: 'groups_not_found' },
    attributes: { body: { userAttributes: [{ name: ground.attribute, value: 'x' }] } },
    'attributes that are not there': { body: { userAttributes: [{ name: 'notthere', value: 'x' }] }, problem: 'user_attributes_not_found' },
    'a context': { body: { securityContext: { customerId: 7, deep: { scope: 'mine' } } } },
    'context: cubeCloud': context({ cubeCloud: { groups: ['admin'] } }),
    'context: u': context({ u: { groups: ['admin'] } }),
    'context: scope': context({ scope: ['meta'] }),
    'context: iss': context({ iss: 'cubecloud' }),
    'context: exp': context({ exp: 9_999_999_999 }),
    'context: constructor, deep': context({ a: [{ constructor: { b: 1 } }] }),
    roles: { body: { roles: ['Admin'] }, problem: 'roles_not_allowed' },
    'no roles': { body: { roles: [] } },
    'a field that is none': { body: { isAdmin: true }, problem: 'unknown_field' },
    'an older field': { body: { tenantId: 1, tenantName: 'other' } },
  }
  return Object.entries(told).map(([name, { body = {}, deployment = 'inside', problem = null, isExternal }]) => ({
    name,
    deployment,
    problem,
    body: { deploymentId: ground[deployment], ...(isExternal === false ? {} : { externalId: '' }), ...body },
    embedTenantName: typeof body['embedTenantName'] === 'string' ? body['embedTenantName'] : null,
    isInternal: 'internalId' in body,
  }))
}
