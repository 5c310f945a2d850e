import { describe, expect, test } from 'vitest'
import { creator, frozenOf, givenCatalogs, mint, newestSessionId, type SessionBody, storedUser, useServer } from '#test'

const server = useServer('shared')

type Row = [mode: string, scope: SessionBody, field: 'groups' | 'tenantGroups', kind: string, first: string[], second: string[]]
const modes: Row[] = [
  ['read-only mode', {}, 'groups', 'wide', ['premium'], ['basic']],
  ['read-only mode with an embed tenant', { embedTenantName: 'acme-corp' }, 'groups', 'wide', ['premium'], ['basic']],
  ['creator mode', creator, 'groups', 'groups', ['editors'], ['readers']],
  ['creator mode', creator, 'tenantGroups', 'tenantGroups', ['sales'], ['support']],
]
const user = { externalId: 'user-1' }

const it = test.extend('owner', () => givenCatalogs(server))

describe('groups of generateSession', () => {
  it.each(modes)('keeps, replaces and clears memberships in %s by %o in %s', async (_, scope, field, kind, first, second) => {
    const owner = await givenCatalogs(server)
    await mint(owner, { externalId: 'founder', ...creator, tenantGroupDefinitions: [{ name: 'support' }] })
    const send = (body: SessionBody) => mint(owner, { externalId: 'user-1', ...scope, ...body })
    const expectGroups = async (names: string[]) =>
      expect((await storedUser(server, owner, 'user-1', scope.embedTenantName ?? null))?.groups).toEqual(
        names.map((name) => `${kind}:${name}`),
      )

    for (const [names, kept] of [
      [first, first],
      [undefined, first],
      [null, first],
      [second, second],
      [
        [...first, ...second, ...first],
        [...first, ...second],
      ],
      [[], []],
      [first, first],
    ]) {
      await send(names === undefined ? {} : { [field]: names })
      await expectGroups(kept ?? [])
    }
    const unknown = { code: 'groups_not_found', message: 'Groups with names gone not found' }
    await expect(send({ [field]: [...second, 'gone'] })).rejects.toMatchObject(unknown)
    await expectGroups(first)
  })

  it('clears groups of one kind only by their own field and scope', async ({ owner }) => {
    const tenantUser = { externalId: 'user-1', embedTenantName: 'acme-corp' }
    const groups = async () => (await storedUser(server, owner, 'user-1', 'acme-corp'))?.groups
    await mint(owner, { ...tenantUser, groups: ['premium'] })
    await mint(owner, { ...tenantUser, ...creator, groups: ['editors'], tenantGroups: ['sales'] })
    expect(await groups()).toEqual(['wide:premium', 'groups:editors', 'tenantGroups:sales'])

    await mint(owner, { ...tenantUser, ...creator, groups: [] })
    expect(await groups()).toEqual(['wide:premium', 'tenantGroups:sales'])
    await mint(owner, { ...tenantUser, groups: [] })
    expect(await groups()).toEqual(['tenantGroups:sales'])
    await mint(owner, { ...tenantUser, ...creator, tenantGroups: [] })
    expect(await groups()).toEqual([])
  })

  it('freezes groups in three forms, with the implicit group of the embed tenant', async ({ owner }) => {
    const tenantUser = { externalId: 'user-1', embedTenantName: 'acme-corp' }
    await mint(owner, { ...tenantUser, groups: ['premium'] })

    const { groups } = await frozenOf(
      server,
      owner,
      await mint(owner, { ...tenantUser, ...creator, groups: ['editors'], tenantGroups: ['sales'] }),
    )

    expect(groups.toSorted()).toEqual([
      'premium',
      'system:tenant:acme-corp',
      'system:tenant:acme-corp:editors',
      'system:tenant:acme-corp:group:sales',
    ])
  })
})

describe('what a session freezes', () => {
  it('are the trusted attributes of the tenant-wide catalog in read-only mode, with defaults', async ({ owner }) => {
    await owner.api.createUserAttribute({ body: { name: 'tier', type: 'number_array', defaultValue: '[1, 2]' } })
    await owner.api.createUserAttribute({ body: { name: 'nickname', type: 'string', defaultValue: 'none', trusted: false } })
    const userAttributes = [
      { name: 'region', value: 'eu' },
      { name: 'vip', value: false },
      { name: 'nickname', value: 'ada' },
    ]

    const frozen = await frozenOf(server, owner, await mint(owner, { ...user, embedTenantName: 'acme-corp', userAttributes }))

    expect(frozen.userAttributes).toEqual({ region: 'eu', vip: false, tier: [1, 2] })
    expect(frozen).toMatchObject({ creatorMode: false, embedTenantName: 'acme-corp', username: 'user-1' })
  })

  it('are the attributes of the embed catalog in creator mode, with defaults', async ({ owner }) => {
    await mint(owner, { ...user, embedTenantName: 'acme-corp', userAttributes: [{ name: 'region', value: 'eu' }] })

    const sessionId = await mint(owner, {
      ...user,
      ...creator,
      userAttributeDefinitions: [{ name: 'tier', type: 'string', defaultValue: 'free' }],
      userAttributes: [{ name: 'plan', value: 3 }],
    })

    expect(await frozenOf(server, owner, sessionId)).toMatchObject({ creatorMode: true, userAttributes: { plan: 3, tier: 'free' } })
  })

  it('is the default again once the value is cleared', async () => {
    const owner = await server.admin()
    await owner.api.createUserAttribute({ body: { name: 'tier', type: 'string', defaultValue: 'free' } })
    const send = (value: string | null) => mint(owner, { ...user, userAttributes: [{ name: 'tier', value }] })

    expect((await frozenOf(server, owner, await send('gold'))).userAttributes).toEqual({ tier: 'gold' })
    expect((await frozenOf(server, owner, await send(null))).userAttributes).toEqual({ tier: 'free' })
  })

  it('are the stored groups and values when the request says nothing of them', async ({ owner }) => {
    await mint(owner, { ...user, groups: ['premium'], userAttributes: [{ name: 'seats', value: 7 }] })

    const frozen = await frozenOf(server, owner, await mint(owner, user))

    expect(frozen).toMatchObject({ groups: ['premium'], userAttributes: { seats: 7 } })
  })

  it('outside an embed tenant holds no implicit group', async () => {
    const owner = await server.admin()

    expect((await frozenOf(server, owner, await mint(owner, user))).groups).toEqual([])
  })

  it('of a session waiting to be exchanged is not changed by a later mint of the same user', async ({ owner }) => {
    const first = await mint(owner, {
      ...user,
      groups: ['premium'],
      userAttributes: [{ name: 'region', value: 'eu' }],
      securityContext: { n: 1 },
    })
    const embedSessionId = await newestSessionId(owner)
    await mint(owner, { ...user, groups: ['basic'], userAttributes: [{ name: 'region', value: 'us' }], securityContext: { n: 2 } })

    await server.anonymous(owner).exchangeSession({ body: { sessionId: first } })

    expect(await owner.api.getEmbedSession({ params: { embedSessionId } })).toMatchObject({
      groups: ['premium'],
      userAttributes: { region: 'eu' },
      securityContext: { n: 1 },
    })
  })

  it('of a token in use is not changed by a later mint, nor by a value that is set or a default that changes', async ({ owner }) => {
    const tier = await owner.api.createUserAttribute({ body: { name: 'tier', type: 'string', defaultValue: 'free' } })
    const held = await frozenOf(server, owner, await mint(owner, { ...user, groups: ['premium'] }))

    await mint(owner, { ...user, groups: [], userAttributes: [{ name: 'tier', value: 'gold' }] })
    await owner.api.updateUserAttribute({ params: { userAttributeId: tier.id }, body: { defaultValue: 'basic' } })
    await owner.api.upsertUserAttributeValue({ body: { userId: String(held.userId), userAttributeId: String(tier.id), value: 'silver' } })

    const now = await owner.api.getEmbedSession({ params: { embedSessionId: held.id } })
    expect(now).toMatchObject({ state: 'active', groups: ['premium'], userAttributes: { tier: 'free' } })
  })

  it('are the names in a session of two tabs, each its own', async ({ owner }) => {
    const tabs = await Promise.all(['premium', 'basic'].map((name) => mint(owner, { ...user, groups: [name] })))

    const frozen = []
    for (const sessionId of tabs) {
      await server.anonymous(owner).exchangeSession({ body: { sessionId } })
      const id = Number.parseInt(sessionId.split('_')[2] ?? '', 36)
      frozen.push((await owner.api.getEmbedSession({ params: { embedSessionId: `${sessionId.split('_')[1]}-${id}` } })).groups)
    }
    expect(frozen).toEqual([['premium'], ['basic']])
  })
})
