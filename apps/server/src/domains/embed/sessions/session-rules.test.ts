import { describe } from 'vitest'
import { creator, itRefusesSessions, type RefusedSession, type SessionBody, useServer } from '#test'

const server = useServer('shared')

const user = { externalId: 'user-1' }
const attribute = (name: string, value: unknown) => ({ ...user, userAttributes: [{ name, value }] }) as SessionBody
const picture = (address: string): SessionBody => ({ ...user, userProfile: { picture: address } })
const tenant = (embedTenantName: string): SessionBody => ({ ...user, embedTenantName })

const identity: RefusedSession[] = [
  ['a deployment that does not exist', { ...user, deploymentId: 999_999_999 }, 404, 'deployment_not_found'],
  ['neither externalId nor internalId', {}, 400, 'user_identifier', /neither was sent/],
  ['both externalId and internalId', { ...user, internalId: 'ada' }, 400, 'user_identifier', /both were sent/],
  ['an externalId with a capital', { externalId: 'User-1' }, 400, 'external_id_invalid', /send "user-1"/],
  ['an externalId with a space before', { externalId: ' user-1' }, 400, 'external_id_invalid'],
  ['an externalId with a space behind', { externalId: 'user-1 ' }, 400, 'external_id_invalid'],
  ['an empty externalId', { externalId: '' }, 400, 'invalid_request'],
  ['an embedTenantName of four characters', tenant('acme'), 400, 'embed_tenant_name_malformed'],
  ['an embedTenantName of 37 characters', tenant('a'.repeat(37)), 400, 'embed_tenant_name_malformed'],
  ['an embedTenantName with a capital', tenant('Acme-corp'), 400, 'embed_tenant_name_malformed'],
  ['an embedTenantName that starts with a digit', tenant('1acme'), 400, 'embed_tenant_name_malformed'],
  ['an embedTenantName that starts with a hyphen', tenant('-acme'), 400, 'embed_tenant_name_malformed'],
  ['an embedTenantName that ends with a hyphen', tenant('acme-'), 400, 'embed_tenant_name_malformed'],
  ['an embedTenantName with an underscore', tenant('acme_corp'), 400, 'embed_tenant_name_malformed'],
  ['an embedTenantName with a line break behind', tenant('acme-corp\n'), 400, 'embed_tenant_name_malformed'],
  ['an embedTenantProfile without a tenant', { ...user, embedTenantProfile: { displayName: 'A' } }, 400, 'embed_tenant_required'],
  ['a showDashboardChat that is no boolean', { ...user, settings: { showDashboardChat: 'yes' } } as never, 400, 'invalid_request'],
]

const pictures: RefusedSession[] = [
  '/a.png',
  'a.png',
  'ftp://a/b.png',
  '//a/b.png',
  'data:image/png;base64,AA',
  'blob:https://a/b',
  ['javascript', 'alert(1)'].join(':'),
  'https://',
  '',
].map((address) => [`a picture that is no absolute http address: "${address}"`, picture(address), 400, 'picture_invalid'])

const values: RefusedSession[] = [
  ['a number for a string', attribute('region', 7)],
  ['a list for a string', attribute('region', ['eu'])],
  ['a string for a number', attribute('seats', '7')],
  ['a boolean for a number', attribute('seats', true)],
  ['a string for a boolean', attribute('vip', 'true')],
  ['a number for a boolean', attribute('vip', 1)],
  ['a string for a string_array', attribute('cities', 'Oslo')],
  ['numbers for a string_array', attribute('cities', [1, 2])],
  ['a number for a number_array', attribute('sizes', 1)],
  ['strings for a number_array', attribute('sizes', ['1'])],
  ['in creator mode the type of the tenant-wide namesake', { ...attribute('region', 'eu'), ...creator }],
].map(([rule, body]) => [rule as string, body as SessionBody, 400, 'user_attribute_value_mismatch'])

const names: RefusedSession[] = [
  ['an attribute that is not in the catalog', attribute('nobody', 'x'), 400, 'user_attributes_not_found', 'User attributes not found'],
  [
    'an unknown attribute also when its value is null',
    attribute('nobody', null),
    400,
    'user_attributes_not_found',
    'User attributes not found',
  ],
  [
    'an embed attribute in read-only mode',
    { ...attribute('plan', 1), embedTenantName: 'acme-corp' },
    400,
    'user_attributes_not_found',
    'User attributes not found',
  ],
  [
    'a tenant-wide attribute in creator mode',
    { ...attribute('seats', 1), ...creator },
    400,
    'user_attributes_not_found',
    'User attributes not found',
  ],
  [
    'an attribute named twice',
    {
      ...user,
      userAttributes: [
        { name: 'seats', value: 1 },
        { name: 'seats', value: 1 },
      ],
    },
    400,
    'duplicate_name',
    /"seats" twice/,
  ],
  [
    'groups that do not exist, all of them named',
    { ...user, groups: ['a', 'premium', 'b'] },
    400,
    'groups_not_found',
    'Groups with names a, b not found',
  ],
  ['a group in another case', { ...user, groups: ['Premium'] }, 400, 'groups_not_found', 'Groups with names Premium not found'],
  [
    'an embed group in read-only mode',
    { ...user, embedTenantName: 'acme-corp', groups: ['editors'] },
    400,
    'groups_not_found',
    'Groups with names editors not found',
  ],
  [
    'a tenant-wide group in creator mode',
    { ...user, ...creator, groups: ['premium'] },
    400,
    'groups_not_found',
    'Groups with names premium not found',
  ],
  ['a tenant group in groups', { ...user, ...creator, groups: ['sales'] }, 400, 'groups_not_found', 'Groups with names sales not found'],
  [
    'a group in tenantGroups',
    { ...user, ...creator, tenantGroups: ['editors'] },
    400,
    'groups_not_found',
    'Groups with names editors not found',
  ],
  [
    'a group of a neighbouring embed tenant',
    { ...user, ...creator, embedTenantName: 'other-corp', groups: ['editors'] },
    400,
    'groups_not_found',
    'Groups with names editors not found',
  ],
]

describe('generateSession', () => {
  itRefusesSessions(server, [...identity, ...pictures, ...values, ...names])
})
