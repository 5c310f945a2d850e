import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, creator, frozenOf, givenCatalogs, markedName, mint, refusalOf, rowCounts, type SessionBody, useServer } from '#test'

const server = useServer('shared')

const taken: [rule: string, body: SessionBody][] = [
  ['only what is required', {}],
  [
    'every optional field as null',
    Object.fromEntries(
      [
        'internalId',
        'email',
        'userProfile',
        'embedTenantName',
        'embedTenantProfile',
        'creatorMode',
        'groups',
        'tenantGroups',
        'userAttributes',
        'groupDefinitions',
        'userAttributeDefinitions',
        'securityContext',
        'settings',
        'embedTheme',
        'roles',
      ].map((name) => [name, null]),
    ),
  ],
  ['an externalId of 256 characters', { externalId: 'x'.repeat(256) }],
  ['an embedTenantName of five characters', { embedTenantName: 'a-b-c' }],
  ['an embedTenantName of 36 characters', { embedTenantName: `a${'1'.repeat(35)}` }],
  ['an embedTenantName that ends with a digit', { embedTenantName: 'acme1' }],
  ['creatorMode in the tenant itself', { creatorMode: true, groups: ['premium'] }],
  ['an http picture', { userProfile: { picture: 'http://a.example/b.png' } }],
  ['an https picture that nobody could load', { userProfile: { picture: 'https://nowhere.invalid/b.png?c=d' } }],
  ['an empty list of roles', { roles: [] }],
  ['isEphemeral and publicDashboardId of older clients', { isEphemeral: true, publicDashboardId: 'd-1' }],
  ['an embedTheme', { embedTheme: { primaryColor: '#a0b1c2', font: 'Inter, sans-serif' } }],
  ['the legacy tenantId', { tenantId: 7 }],
  ['the legacy tenantName', { tenantName: 'acme' }],
  ['branchName', { branchName: 'main' }],
  ['a securityContext of 16,384 bytes', { securityContext: { a: 'x'.repeat(16_384 - '{"a":""}'.length) } }],
]

describe('generateSession', () => {
  let shared: Actor
  beforeAll(async () => {
    shared = await givenCatalogs(server)
  })

  it.each(taken)('accepts %s', async (_, body) => {
    const before = await rowCounts(server, shared)

    expect(await mint(shared, { externalId: markedName(shared), ...body })).toMatch(/^es_/)

    expect((await rowCounts(server, shared))['embed_sessions']).toBe((before['embed_sessions'] ?? 0) + 1)
  })

  it('rejects creator mode when the tenant setting is off, with or without definitions', async () => {
    const owner = await server.admin()
    const before = await rowCounts(server, owner)

    for (const body of [creator, { creatorMode: true }, { ...creator, groupDefinitions: [{ name: 'editors' }] }])
      expect(await refusalOf(mint(owner, { externalId: 'user-1', ...body }))).toMatchObject({ status: 403, code: 'creator_mode_disabled' })

    expect(await rowCounts(server, owner)).toEqual(before)
  })

  it('creates the embed tenant on first use and keeps its display name until another is sent', async () => {
    const owner = await server.admin()
    const nameOf = async () =>
      (await owner.api.listEmbedTenants({ query: {} })).items.map(({ name, displayName }) => [name, displayName ?? null])

    await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp' })
    expect(await nameOf()).toEqual([['acme-corp', null]])
    await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp', embedTenantProfile: { displayName: 'Acme' } })
    expect(await nameOf()).toEqual([['acme-corp', 'Acme']])
    await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp', embedTenantProfile: {} })
    expect(await nameOf()).toEqual([['acme-corp', 'Acme']])
  })

  it.each([
    ['omitted', undefined, {}],
    ['true', { showDashboardChat: true }, { showDashboardChat: true }],
    ['false', { showDashboardChat: false }, { showDashboardChat: false }],
    ['unknown', { showDashboardChat: true, laterFlag: [1] }, { showDashboardChat: true, laterFlag: [1] }],
  ])('stores the settings of a session as they were sent: %s', async (_, settings, kept) => {
    const sessionId = await mint(shared, { externalId: 'user-1', ...(settings ? { settings } : {}) })

    expect((await frozenOf(server, shared, sessionId)).settings).toEqual(kept)
  })
})
