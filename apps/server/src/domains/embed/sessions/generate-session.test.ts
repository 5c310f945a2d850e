import { beforeAll, describe, expect } from 'vitest'
import {
  type Actor,
  creator,
  frozenOf,
  givenCatalogs,
  itRefusesBodies,
  itRefusesSessions,
  markedName,
  mint,
  refusalOf,
  type RefusedSession,
  refusedSessions,
  rowCounts,
  type SessionBody,
  storedUser,
  useServer,
  withOwner,
} from '#test'

const server = useServer('shared')
const it = withOwner(server)

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
const profile = { displayName: 'Ada', picture: 'https://a.example/ada.png' }
const first = { externalId: 'user-1', email: 'ada@a.example', userProfile: profile }
const kept = { email: 'ada@a.example', ...profile }
const later: [rule: string, body: SessionBody, stored: Record<string, unknown>][] = [
  ['keeps all of it when nothing is sent', {}, kept],
  ['keeps the profile when it is empty', { userProfile: {} }, kept],
  ['keeps the profile when it is null', { userProfile: null }, kept],
  ['overwrites the name and keeps the picture', { userProfile: { displayName: 'Ada L.' } }, { ...kept, displayName: 'Ada L.' }],
  [
    'overwrites the picture and keeps the name',
    { userProfile: { picture: 'http://b.example/' } },
    { ...kept, picture: 'http://b.example/' },
  ],
  ['keeps a property that is null', { userProfile: { displayName: null, picture: null } }, kept],
  [
    'overwrites both',
    { userProfile: { displayName: 'B', picture: 'http://b.example/' } },
    { ...kept, displayName: 'B', picture: 'http://b.example/' },
  ],
  ['overwrites the email', { email: 'b@b.example' }, { ...kept, email: 'b@b.example' }],
  ['keeps the email when it is null', { email: null }, kept],
]
const context = (securityContext: Record<string, unknown>) => ({ externalId: 'user-1', securityContext })
const nested = (levels: number): Record<string, unknown> => (levels === 1 ? { end: 1 } : { in: nested(levels - 1) })
const reserved = ['cubeCloud', 'u', 'scope', 'iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'].map((name): RefusedSession => {
  const rule = `${name} at the top of a securityContext`
  return [rule, context({ [name]: 1 }), 400, 'security_context_reserved', new RegExp(`/body/securityContext/${name} `)]
})
// Parsed from text as on the wire: a literal would set the prototype instead of the key.
const prototypes = ['__proto__', 'constructor', 'prototype'].flatMap((name) => {
  const holding = JSON.parse(`{ "${name}": { "isAdmin": true } }`) as Record<string, unknown>
  // The body parser refuses __proto__ at any depth, before the rules are applied.
  return refusedSessions(name === '__proto__' ? 'invalid_request' : 'security_context_reserved', {
    [`${name} at the top of a securityContext`]: context(holding),
    [`${name} within a securityContext`]: context({ a: { b: holding } }),
    [`${name} within a list of a securityContext`]: context({ a: [{}, holding] }),
  })
})
const others: RefusedSession[] = [
  ...refusedSessions('invalid_request', {
    'a NUL in a value of the securityContext': context({ a: 'b\u0000' }),
    'a NUL in a name of the securityContext': context({ 'a\u0000': 1 }),
    'a securityContext that is a list': { externalId: 'user-1', securityContext: [1] } as never,
  }),
  ...refusedSessions('security_context_too_large', {
    'a securityContext one byte over 16 kB': [context({ a: 'x'.repeat(16_385 - '{"a":""}'.length) }), /16385 bytes/],
    'a securityContext over 16 kB in bytes, not characters': context({ a: 'é'.repeat(8200) }),
    'a securityContext eleven levels deep': [context(nested(11)), /nested more than 10 deep/],
    'lists eleven levels deep': context({ a: JSON.parse(`${'['.repeat(10)}${']'.repeat(10)}`) }),
  }),
]

describe('generateSession', () => {
  itRefusesBodies(server, 'generateSession', [
    [undefined, '/body/deploymentId'],
    [{ deploymentId: 'one', externalId: 'u' }, '/body/deploymentId'],
    [{ deploymentId: 1, externalId: 7 }, '/body/externalId'],
    [{ deploymentId: 1, externalId: 'u', groups: 'premium' }, '/body/groups'],
    [{ deploymentId: 1, externalId: 'u', userProfile: { name: 'Ada' } }, '/body/userProfile/name'],
    [{ deploymentId: 1, externalId: 'u', userAttributes: [{ name: 'a', vale: 1 }] }, '/body/userAttributes/0/vale'],
    [{ deploymentId: 1, externalId: 'u', embedTheme: { primaryColor: 'red;}' } }, '/body/embedTheme/primaryColor'],
  ])

  it('returns an id with the hour and a secret of 256 bits', async ({ owner }) => {
    const { sessionId } = await owner.api.generateSession({ body: { deploymentId: owner.deploymentId, externalId: 'user-1' } })

    expect(sessionId).toMatch(/^es_\d+_[0-9a-z]+_[A-Za-z0-9_-]{43}$/)
    const stored = await server.query<{ row: string }>('select to_jsonb(s)::text as row from embed_sessions s where tenant_id = $1', [
      owner.tenantId,
    ])
    expect(stored).toHaveLength(1)
    expect(stored[0]?.row).not.toContain(sessionId.split('_').at(-1))
  })
})

describe('fields of generateSession', () => {
  let shared: Actor
  beforeAll(async () => {
    shared = await givenCatalogs(server)
  })

  it.each(taken)('accepts %s', async (_, body) => {
    const before = await rowCounts(server, shared)

    expect(await mint(shared, { externalId: markedName(shared), ...body })).toMatch(/^es_/)

    expect((await rowCounts(server, shared))['embed_sessions']).toBe((before['embed_sessions'] ?? 0) + 1)
  })

  it('rejects creator mode when the tenant setting is off, with or without definitions', async ({ owner }) => {
    const before = await rowCounts(server, owner)

    for (const body of [creator, { creatorMode: true }, { ...creator, groupDefinitions: [{ name: 'editors' }] }])
      expect(await refusalOf(mint(owner, { externalId: 'user-1', ...body }))).toMatchObject({ status: 403, code: 'creator_mode_disabled' })

    expect(await rowCounts(server, owner)).toEqual(before)
  })

  it('creates the embed tenant on first use and keeps its display name until another is sent', async ({ owner }) => {
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
  ])('stores the settings of a session as they were sent: %s', async (_, settings, expected) => {
    const sessionId = await mint(shared, { externalId: 'user-1', ...(settings ? { settings } : {}) })

    expect((await frozenOf(server, shared, sessionId)).settings).toEqual(expected)
  })
})

describe('the external user of generateSession', () => {
  it('stores email and profile under the externalId', async ({ owner }) => {
    await mint(owner, first)

    expect(await storedUser(server, owner, 'user-1')).toMatchObject(kept)
  })

  it.each(later)('on a later call %s', async (_, body, stored) => {
    const owner = await server.admin()
    await mint(owner, first)

    await mint(owner, { externalId: 'user-1', ...body })

    expect(await storedUser(server, owner, 'user-1')).toMatchObject(stored)
  })

  it('is separate in each embed tenant and outside of them', async ({ owner }) => {
    await mint(owner, first)
    await mint(owner, { externalId: 'user-1', embedTenantName: 'acme-corp', email: 'acme@a.example' })
    await mint(owner, { externalId: 'user-1', embedTenantName: 'other-corp' })

    expect(await storedUser(server, owner, 'user-1')).toMatchObject({ email: 'ada@a.example' })
    expect(await storedUser(server, owner, 'user-1', 'acme-corp')).toMatchObject({ email: 'acme@a.example', displayName: null })
    expect(await storedUser(server, owner, 'user-1', 'other-corp')).toMatchObject({ email: null, displayName: null })
  })

  it('is created once by twenty concurrent requests', async ({ owner }) => {
    const minted = await Promise.all(Array.from({ length: 20 }, (_, n) => mint(owner, { externalId: 'user-1', email: `${n}@a.example` })))

    expect(new Set(minted).size).toBe(20)
    const users = await server.query('select id from external_users where tenant_id = $1', [owner.tenantId])
    expect(users).toHaveLength(1)
  })
})

describe('the securityContext of generateSession', () => {
  itRefusesSessions(server, [...reserved, ...prototypes, ...others], () => server.admin())

  it.each([
    ['ten levels deep', nested(10)],
    ['with a reserved name below the top', { customer: { scope: 'eu', sub: 1, cubeCloud: 'mine' } }],
    ['with values of every kind', { a: null, b: [1, 'x', true, null], c: { d: 0.5 }, é: 'ü' }],
    ['with names that need escaping', { 'a/b~c': 1, 'd"e': 2 }],
    ['empty', {}],
  ])('is frozen as it was sent: %s', async (_, securityContext) => {
    const owner = await server.admin()

    expect((await frozenOf(server, owner, await mint(owner, context(securityContext)))).securityContext).toEqual(securityContext)
  })

  it('applies to one session only', async ({ owner }) => {
    await mint(owner, context({ customerId: 7 }))

    expect((await frozenOf(server, owner, await mint(owner, { externalId: 'user-1' }))).securityContext).toEqual({})
  })
})
