import { describe, expect } from 'vitest'
import {
  type Actor,
  creator,
  dryRun,
  frozenOf,
  givenCatalogs,
  mint,
  refusalOf,
  rowCounts,
  type SessionBody,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server).extend('catalogs', () => givenCatalogs(server))

const groupsIn = async (owner: Actor, body: Parameters<typeof dryRun>[1]) =>
  (await dryRun(owner, body)).groups.map(({ contextName, origin }) => [contextName, origin])
const minted: [name: string, body: SessionBody][] = [
  ['nothing but the user', {}],
  ['tenant-wide names', { groups: ['premium', 'basic'], userAttributes: [{ name: 'cities', value: ['Oslo'] }] }],
  ['stored groups cleared', { groups: [] }],
  ['a context', { securityContext: { customerId: 7 } }],
  ['names of the embed tenant', { ...creator, groups: ['editors'], tenantGroups: ['sales'], userAttributes: [{ name: 'plan', value: 2 }] }],
  [
    'definitions of its own',
    {
      ...creator,
      groupDefinitions: [{ name: 'new' }],
      groups: ['new'],
      userAttributeDefinitions: [{ name: 'tier', type: 'string_array', defaultValue: 'a,b' }],
    },
  ],
]

describe('dryRunSession', () => {
  it('reports every problem with its code, status and pointer', async () => {
    const owner = await givenCatalogs(server, { externalUserLimit: 1 })

    const { wouldMint, problems } = await dryRun(owner, {
      ...creator,
      externalId: 'User',
      zzzzzzzz: 1,
      roles: ['Admin'],
      userProfile: { picture: 'ada.png' },
      groupDefinitions: [{ name: 'a' }, { name: 'system:b' }, { name: 'a' }],
      securityContext: { iss: 'x' },
      userAttributeDefinitions: [{ name: 'plan', type: 'string' }],
      userAttributes: [
        { name: 'nobody', value: 1 },
        { name: 'region', value: 'x' },
      ],
      groups: ['editors', 'gone'],
      tenantGroups: ['lost'],
    })

    expect(wouldMint).toBe(false)
    expect(problems.map(({ code, status, pointer }) => [pointer, status, code])).toEqual([
      ['/body/zzzzzzzz', 400, 'unknown_field'],
      ['/body/roles', 400, 'roles_not_allowed'],
      ['/body/externalId', 400, 'external_id_invalid'],
      ['/body/userProfile/picture', 400, 'picture_invalid'],
      ['/body/groupDefinitions/2/name', 400, 'duplicate_name'],
      ['/body/groupDefinitions/1/name', 400, 'group_name_reserved'],
      ['/body/securityContext/iss', 400, 'security_context_reserved'],
      ['/body/userAttributeDefinitions/0/type', 400, 'attribute_type_conflict'],
      ['/body/userAttributes/0/name', 400, 'user_attributes_not_found'],
      ['/body/groups/1', 400, 'groups_not_found'],
      ['/body/tenantGroups/0', 400, 'groups_not_found'],
      ['/body/userAttributes/1/value', 400, 'user_attribute_value_mismatch'],
      ['/body/externalId', 403, 'external_user_limit'],
    ])
  })

  it('returns a new user with requested and newly defined groups and attributes', async ({ catalogs: owner }) => {
    const result = await dryRun(owner, {
      ...creator,
      externalId: 'user-1',
      email: 'ada@a.example',
      userProfile: { displayName: 'Ada' },
      groupDefinitions: [{ name: 'admins' }],
      groups: ['admins'],
      tenantGroups: ['sales'],
      userAttributeDefinitions: [{ name: 'tier', type: 'string', defaultValue: 'free' }],
      userAttributes: [{ name: 'plan', value: 3 }],
      securityContext: { customerId: 7 },
    })

    const names = ['system:tenant:acme-corp:admins', 'system:tenant:acme-corp:group:sales', 'system:tenant:acme-corp']
    expect(result).toMatchObject({
      wouldMint: true,
      problems: [],
      user: {
        id: null,
        isNew: true,
        isInternal: false,
        username: 'user-1',
        email: 'ada@a.example',
        displayName: 'Ada',
        embedTenantName: 'acme-corp',
      },
      attributes: [
        { name: 'plan', type: 'number', value: 3, origin: 'request', inContext: true },
        { name: 'tier', type: 'string', value: 'free', origin: 'default', inContext: true },
      ],
      securityContext: { customerId: 7, cubeCloud: { username: 'user-1', groups: names, userAttributes: { plan: 3, tier: 'free' } } },
    })
    expect(result.groups.map(({ contextName, origin }) => [contextName, origin])).toEqual([
      [names[0], 'request'],
      [names[1], 'request'],
      [names[2], 'embed_tenant'],
    ])
  })

  it('returns stored values of an existing user and those the request replaces', async ({ catalogs: owner }) => {
    const user = { externalId: 'user-1', embedTenantName: 'acme-corp' }
    await mint(owner, {
      ...user,
      email: 'ada@a.example',
      groups: ['premium'],
      userAttributes: [
        { name: 'seats', value: 7 },
        { name: 'vip', value: true },
      ],
    })
    await mint(owner, { ...user, ...creator, tenantGroups: ['sales'] })

    const result = await dryRun(owner, {
      ...user,
      userAttributes: [{ name: 'seats', value: 8 }, { name: 'vip', value: null }, { name: 'region' }],
    })

    expect(result.user).toMatchObject({ isNew: false, id: expect.any(Number) as number, email: 'ada@a.example' })
    expect(result.attributes).toEqual([{ name: 'seats', type: 'number', value: 8, origin: 'request', inContext: true }])
    const tenantGroup = ['system:tenant:acme-corp:group:sales', 'stored']
    const implicit = ['system:tenant:acme-corp', 'embed_tenant']
    expect(await groupsIn(owner, user)).toEqual([['premium', 'stored'], tenantGroup, implicit])
    expect(await groupsIn(owner, { ...user, groups: ['basic'] })).toEqual([['basic', 'request'], tenantGroup, implicit])
    expect(await groupsIn(owner, { ...user, groups: [] })).toEqual([tenantGroup, implicit])
  })

  it('returns untrusted attributes outside the security context', async ({ owner }) => {
    await owner.api.createUserAttribute({ body: { name: 'nickname', type: 'string', trusted: false } })

    const result = await dryRun(owner, { externalId: 'user-1', userAttributes: [{ name: 'nickname', value: 'ada' }] })

    expect(result.attributes).toEqual([{ name: 'nickname', type: 'string', value: 'ada', origin: 'request', inContext: false }])
    expect(result.securityContext).toEqual({ cubeCloud: { username: 'user-1', groups: [], userAttributes: {} } })
  })

  it('returns an internal user with stored values', async ({ owner }) => {
    const { id } = await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada' } })
    const attribute = await owner.api.createUserAttribute({ body: { name: 'region', type: 'string' } })
    await owner.api.upsertUserAttributeValue({ body: { userId: String(id), userAttributeId: String(attribute.id), value: 'eu' } })
    await owner.api.updateUser({ params: { userId: id }, body: { securityContext: { team: 'blue' } } })

    const result = await dryRun(owner, { internalId: ' ADA' })

    expect(result).toMatchObject({
      wouldMint: true,
      user: { id, username: 'ada', isInternal: true, isNew: false, email: 'ada@a.example' },
      attributes: [{ name: 'region', value: 'eu', origin: 'stored' }],
      securityContext: { team: 'blue', cubeCloud: { username: 'ada', userAttributes: { region: 'eu' } } },
    })
  })

  it('stores nothing', async ({ catalogs: owner }) => {
    const before = await rowCounts(server, owner)

    const { wouldMint } = await dryRun(owner, {
      externalId: 'user-9',
      ...creator,
      embedTenantName: 'brand-new',
      groupDefinitions: [{ name: 'a' }],
      groups: ['a'],
    })

    expect(wouldMint).toBe(true)
    expect(await rowCounts(server, owner)).toEqual(before)
  })
})

describe('dryRunSession and generateSession', () => {
  it('refuse an external user over the limit alike', async () => {
    const owner = await givenCatalogs(server, { externalUserLimit: 1 })

    for (const body of [{ externalId: 'user-2' }, { externalId: 'user-2', embedTenantName: 'brand-new' }]) {
      const { problems, wouldMint } = await dryRun(owner, body)

      expect(wouldMint).toBe(false)
      expect(problems[0]).toMatchObject({ code: 'external_user_limit', status: 403 })
      expect(await refusalOf(mint(owner, body))).toMatchObject({ code: 'external_user_limit', status: 403 })
    }
  })

  it.each(minted)('agree on what a session with %s sees', async (_, body) => {
    const owner = await givenCatalogs(server)
    const request = { externalId: 'user-1', embedTenantName: 'acme-corp', ...body }
    await mint(owner, {
      externalId: 'user-1',
      embedTenantName: 'acme-corp',
      groups: ['basic'],
      userAttributes: [{ name: 'seats', value: 1 }],
    })

    const { wouldMint, problems, securityContext } = await dryRun(owner, request)
    const frozen = await frozenOf(server, owner, await mint(owner, request))

    expect({ wouldMint, problems }).toEqual({ wouldMint: true, problems: [] })
    const { cubeCloud, ...own } = securityContext as { cubeCloud: { groups: string[]; userAttributes: unknown; username: string } }
    expect(own).toEqual(frozen.securityContext)
    expect(cubeCloud.userAttributes).toEqual(frozen.userAttributes)
    expect(cubeCloud.username).toBe(frozen.username)
    expect(cubeCloud.groups.toSorted()).toEqual(frozen.groups.toSorted())
  })

  it('agree when embedding is disabled', async ({ owner }) => {
    await owner.api.updateTenantSettings({ body: { embeddingEnabled: false } })

    expect((await dryRun(owner, { externalId: 'user-1' })).problems[0]).toMatchObject({ code: 'embedding_disabled', status: 403 })
    expect(await refusalOf(mint(owner, { externalId: 'user-1' }))).toMatchObject({ code: 'embedding_disabled', status: 403 })
  })
})
