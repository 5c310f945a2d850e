import { describe, expect, it } from 'vitest'
import { creator, dryRun, frozenOf, givenCatalogs, mint, refusalOf, type SessionBody, useServer } from '#test'

const server = useServer('shared')

const user = { externalId: 'user-1' }

const refused: [name: string, body: SessionBody][] = [
  ['neither identifier', {}],
  ['both identifiers', { ...user, internalId: 'ada' }],
  ['a capital in externalId', { externalId: 'User' }],
  ['an unknown internal user', { internalId: 'nobody' }],
  ['a field that is not allowed with internalId', { internalId: 'ada', groups: [] }],
  ['a short embed tenant name', { ...user, embedTenantName: 'a' }],
  ['definitions without creator mode', { ...user, groupDefinitions: [] }],
  [
    'a duplicate attribute',
    {
      ...user,
      userAttributes: [
        { name: 'seats', value: 1 },
        { name: 'seats', value: 2 },
      ],
    },
  ],
  ['an unknown attribute', { ...user, userAttributes: [{ name: 'nobody', value: 1 }] }],
  ['an unknown group beside a value that does not fit', { ...user, groups: ['gone'], userAttributes: [{ name: 'seats', value: 'x' }] }],
  [
    'a value that does not fit its new definition',
    { ...user, ...creator, userAttributeDefinitions: [{ name: 'n', type: 'number' }], userAttributes: [{ name: 'n', value: 'x' }] },
  ],
  ['a change of type', { ...user, ...creator, userAttributeDefinitions: [{ name: 'plan', type: 'boolean' }] }],
  ['a default that does not fit', { ...user, ...creator, userAttributeDefinitions: [{ name: 'n', type: 'boolean', defaultValue: 'x' }] }],
  ['a reserved name in the context', { ...user, securityContext: { u: 1 } }],
  ['an unknown field', { ...user, extrnalId: 'x' }],
  ['one user too many', { externalId: 'user-2' }],
  ['one user too many in a new embed tenant', { externalId: 'user-2', embedTenantName: 'brand-new' }],
]

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

describe('dryRunSession and generateSession', () => {
  it.each(refused)('agree on the first problem of a request with %s', async (_, body) => {
    const owner = await givenCatalogs(server, { externalUserLimit: 1 })

    const { problems, wouldMint } = await dryRun(owner, body)
    const { code, status, message } = await refusalOf(mint(owner, body))

    expect(wouldMint).toBe(false)
    expect(problems[0]).toMatchObject({ code, status })
    // The mint says of the limit who would be over it.
    if (code !== 'external_user_limit') expect(problems[0]?.message).toBe(message)
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

  it('agree while embedding is off', async () => {
    const owner = await server.admin()
    await owner.api.updateTenantSettings({ body: { embeddingEnabled: false } })

    expect((await dryRun(owner, user)).problems[0]).toMatchObject({ code: 'embedding_disabled', status: 403 })
    expect(await refusalOf(mint(owner, user))).toMatchObject({ code: 'embedding_disabled', status: 403 })
  })
})
