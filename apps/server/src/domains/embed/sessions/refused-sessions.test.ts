import { describe } from 'vitest'
import { creator, itRefusesSessions, type RefusedSession, refusedSessions, type SessionBody, useServer } from '#test'

const server = useServer('shared')

const user = { externalId: 'user-1' }
const attribute = (name: string, value: unknown) => ({ ...user, userAttributes: [{ name, value }] }) as SessionBody
const picture = (address: string): SessionBody => ({ ...user, userProfile: { picture: address } })
const tenant = (embedTenantName: string): SessionBody => ({ ...user, embedTenantName })
const noGroups = (names: string) => `Groups with names ${names} not found`
const seats = { name: 'seats', value: 1 }

const identity: RefusedSession[] = [
  ...refusedSessions('deployment_not_found', { 'a deployment that does not exist': { ...user, deploymentId: 999_999_999 } }, 404),
  ...refusedSessions('user_identifier', {
    'neither externalId nor internalId': [{}, /neither was sent/],
    'both externalId and internalId': [{ ...user, internalId: 'ada' }, /both were sent/],
  }),
  ...refusedSessions('external_id_invalid', {
    'an externalId with a capital': [{ externalId: 'User-1' }, /send "user-1"/],
    'an externalId with a space before': { externalId: ' user-1' },
    'an externalId with a space behind': { externalId: 'user-1 ' },
  }),
  ...refusedSessions('embed_tenant_name_malformed', {
    'an embedTenantName of four characters': tenant('acme'),
    'an embedTenantName of 37 characters': tenant('a'.repeat(37)),
    'an embedTenantName with a capital': tenant('Acme-corp'),
    'an embedTenantName that starts with a digit': tenant('1acme'),
    'an embedTenantName that starts with a hyphen': tenant('-acme'),
    'an embedTenantName that ends with a hyphen': tenant('acme-'),
    'an embedTenantName with an underscore': tenant('acme_corp'),
    'an embedTenantName with a line break behind': tenant('acme-corp\n'),
  }),
  ...refusedSessions('embed_tenant_required', {
    'an embedTenantProfile without a tenant': { ...user, embedTenantProfile: { displayName: 'A' } },
  }),
  ...refusedSessions('invalid_request', {
    'an empty externalId': { externalId: '' },
    'a showDashboardChat that is not a boolean': { ...user, settings: { showDashboardChat: 'yes' } } as never,
    'an unknown property of userProfile': { ...user, userProfile: { name: 'Ada' } } as never,
    'a definition with an unknown type': { ...user, ...creator, userAttributeDefinitions: [{ name: 'when', type: 'date' }] } as never,
    'a definition without a type': { ...user, ...creator, userAttributeDefinitions: [{ name: 'when' }] } as never,
  }),
]

const fields: RefusedSession[] = [
  ...refusedSessions('unknown_field', {
    ...Object.fromEntries(
      [
        ['external_id', 'externalId'],
        ['embedTenant', 'embedTenantName'],
        ['group', 'groups'],
        ['userAttribute', 'userAttributes'],
        ['securityContex', 'securityContext'],
      ].map(([sent = '', meant]) => [sent, [{ ...user, [sent]: 'x' }, new RegExp(`"${sent}".*Did you mean ${meant}\\?`)]]),
    ),
    'the removed ephemeralTtlSeconds': [{ ...user, ephemeralTtlSeconds: 60 }, /ephemeralTtlSeconds/],
    'a field without a similar name': [{ ...user, zzzzzzzz: 1 }, /Remove it/],
  }),
  ...refusedSessions('roles_not_allowed', { roles: { ...user, roles: ['Admin'] } }),
  ...['/a.png', 'a.png', 'ftp://a/b.png', '//a/b.png', 'data:image/png;base64,AA', 'blob:https://a/b', 'https://', ''].map(
    (address): RefusedSession => [`the picture "${address}"`, picture(address), 400, 'picture_invalid'],
  ),
  ...refusedSessions('picture_invalid', { 'a picture with a script': picture(['javascript', 'alert(1)'].join(':')) }),
]

const values = refusedSessions('user_attribute_value_mismatch', {
  'a number for a string': attribute('region', 7),
  'a list for a string': attribute('region', ['eu']),
  'a string for a number': attribute('seats', '7'),
  'a boolean for a number': attribute('seats', true),
  'a string for a boolean': attribute('vip', 'true'),
  'a number for a boolean': attribute('vip', 1),
  'a string for a string_array': attribute('cities', 'Oslo'),
  'numbers for a string_array': attribute('cities', [1, 2]),
  'a number for a number_array': attribute('sizes', 1),
  'strings for a number_array': attribute('sizes', ['1']),
  'in creator mode the type of the tenant-wide attribute': { ...attribute('region', 'eu'), ...creator },
  'a default of another type': { ...user, ...creator, userAttributeDefinitions: [{ name: 'n', type: 'number', defaultValue: 'x' }] },
  'a value of another type than its definition': {
    ...attribute('n', 'x'),
    ...creator,
    userAttributeDefinitions: [{ name: 'n', type: 'number' }],
  },
})

const names: RefusedSession[] = [
  ...refusedSessions('user_attributes_not_found', {
    'an attribute that is not in the catalog': [attribute('nobody', 'x'), 'User attributes not found'],
    'an unknown attribute with the value null': attribute('nobody', null),
    'an embed attribute in read-only mode': { ...attribute('plan', 1), embedTenantName: 'acme-corp' },
    'a tenant-wide attribute in creator mode': { ...attribute('seats', 1), ...creator },
  }),
  ...refusedSessions('groups_not_found', {
    'groups that do not exist, all of them named': [{ ...user, groups: ['a', 'premium', 'b'] }, noGroups('a, b')],
    'a group in another case': [{ ...user, groups: ['Premium'] }, noGroups('Premium')],
    'an embed group in read-only mode': [{ ...tenant('acme-corp'), groups: ['editors'] }, noGroups('editors')],
    'a tenant-wide group in creator mode': [{ ...user, ...creator, groups: ['premium'] }, noGroups('premium')],
    'a tenant group in groups': [{ ...user, ...creator, groups: ['sales'] }, noGroups('sales')],
    'a group in tenantGroups': [{ ...user, ...creator, tenantGroups: ['editors'] }, noGroups('editors')],
    'a group of another embed tenant': [{ ...tenant('other-corp'), creatorMode: true, groups: ['editors'] }, noGroups('editors')],
    'an unknown group beside a new definition': { ...user, ...creator, groupDefinitions: [{ name: 'new' }], groups: ['gone'] },
    'an unknown group beside a new embed tenant': { ...tenant('brand-new'), groups: ['gone'] },
  }),
]

const lists = ['groupDefinitions', 'tenantGroupDefinitions', 'userAttributeDefinitions', 'tenantGroups'] as const
const twice = [{ name: 'a' }, { name: 'a' }]
const made = { name: 'made', type: 'string' } as const

const definitions: RefusedSession[] = [
  ...lists.flatMap((list) => [
    ...refusedSessions('creator_mode_required', {
      [`${list} without creatorMode`]: [{ ...tenant('acme-corp'), [list]: [] }, `${list} needs creatorMode: true.`],
      [`${list} with creatorMode false`]: { ...user, ...creator, creatorMode: false, [list]: [] },
    }),
    ...refusedSessions('embed_tenant_required', { [`${list} without embedTenantName`]: { ...user, creatorMode: true, [list]: [] } }),
  ]),
  ...refusedSessions('duplicate_name', {
    'a group defined twice': { ...user, ...creator, groupDefinitions: twice },
    'a tenant group defined twice': { ...user, ...creator, tenantGroupDefinitions: twice },
    'an attribute defined twice': { ...user, ...creator, userAttributeDefinitions: [made, made] },
    'an attribute named twice': [{ ...user, userAttributes: [seats, seats] }, /"seats" twice/],
  }),
  ...refusedSessions('attribute_type_conflict', {
    'a definition of another type beside new definitions': [
      { ...user, ...creator, groupDefinitions: [{ name: 'new' }], userAttributeDefinitions: [made, { name: 'plan', type: 'string' }] },
      /cannot change type/,
    ],
  }),
  ...['system:x', 'group:x', 'System:x', 'ｇroup:x', 'group\u200b:x'].map(
    (name): RefusedSession => [
      `a definition named ${JSON.stringify(name)}`,
      { ...user, ...creator, groupDefinitions: [{ name }] },
      400,
      'group_name_reserved',
    ],
  ),
  ...refusedSessions('group_name_reserved', {
    'a tenant group with a reserved name': { ...user, ...creator, tenantGroupDefinitions: [{ name: 'system:x' }] },
  }),
]

describe('generateSession', () => {
  itRefusesSessions(server, [...identity, ...fields, ...values, ...names, ...definitions])
})
