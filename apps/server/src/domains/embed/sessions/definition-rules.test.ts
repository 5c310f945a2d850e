import { describe } from 'vitest'
import { creator, itRefusesSessions, type RefusedSession, useServer } from '#test'

const server = useServer('shared')

const user = { externalId: 'user-1' }
const twice = [{ name: 'a' }, { name: 'a' }]
const lists = ['groupDefinitions', 'tenantGroupDefinitions', 'userAttributeDefinitions', 'tenantGroups'] as const
const needs: RefusedSession[] = lists.flatMap((list): RefusedSession[] => {
  const empty = { ...user, [list]: [] }
  return [
    [
      `${list} without creatorMode`,
      { ...empty, embedTenantName: 'acme-corp' },
      400,
      'creator_mode_required',
      `${list} needs creatorMode: true.`,
    ],
    [`${list} with creatorMode false`, { ...empty, ...creator, creatorMode: false }, 400, 'creator_mode_required'],
    [`${list} without embedTenantName`, { ...empty, creatorMode: true }, 400, 'embed_tenant_required'],
  ]
})

const made = [{ name: 'made', type: 'string' }] as const
const definitions: RefusedSession[] = [
  ['a group defined twice', { ...user, ...creator, groupDefinitions: twice }, 400, 'duplicate_name'],
  ['a tenant group defined twice', { ...user, ...creator, tenantGroupDefinitions: twice }, 400, 'duplicate_name'],
  ['an attribute defined twice', { ...user, ...creator, userAttributeDefinitions: [...made, ...made] }, 400, 'duplicate_name'],
  [
    'a definition of another type, and makes none of the others',
    { ...user, ...creator, groupDefinitions: [{ name: 'new' }], userAttributeDefinitions: [...made, { name: 'plan', type: 'string' }] },
    400,
    'attribute_type_conflict',
    /cannot change type/,
  ],
  [
    'a type that is none',
    { ...user, ...creator, userAttributeDefinitions: [{ name: 'when', type: 'date' }] } as never,
    400,
    'invalid_request',
  ],
  ['a definition without a type', { ...user, ...creator, userAttributeDefinitions: [{ name: 'when' }] } as never, 400, 'invalid_request'],
  [
    'a default that does not fit',
    { ...user, ...creator, userAttributeDefinitions: [{ name: 'n', type: 'number', defaultValue: 'x' }] },
    400,
    'user_attribute_value_mismatch',
  ],
  [
    'a name that is not found after definitions that are new',
    { ...user, ...creator, groupDefinitions: [{ name: 'new' }], groups: ['gone'] },
    400,
    'groups_not_found',
  ],
  [
    'a new embed tenant beside a name that is not found',
    { ...user, embedTenantName: 'brand-new', groups: ['gone'] },
    400,
    'groups_not_found',
  ],
  ...['system:x', 'group:x', 'System:x', 'ｇroup:x', 'group\u200b:x'].map(
    (name): RefusedSession => [
      `a definition named ${JSON.stringify(name)}`,
      { ...user, ...creator, groupDefinitions: [{ name }] },
      400,
      'group_name_reserved',
    ],
  ),
  [
    "a tenant group named like the platform's own",
    { ...user, ...creator, tenantGroupDefinitions: [{ name: 'system:x' }] },
    400,
    'group_name_reserved',
  ],
]

describe('the definitions of generateSession', () => {
  itRefusesSessions(server, [...needs, ...definitions])
})
