import { describe, expect, test } from 'vitest'
import { type Actor, creator, frozenOf, givenCatalogs, mint, type SessionBody, storedUser, useServer } from '#test'

const server = useServer('shared')

const request: SessionBody = {
  ...creator,
  externalId: 'user-1',
  email: 'ada@a.example',
  userProfile: { displayName: 'Ada' },
  groups: ['editors'],
  tenantGroups: ['sales'],
  userAttributes: [{ name: 'plan', value: 3 }],
  securityContext: { n: 1 },
}
const stored = async (owner: Actor) => {
  const user = await storedUser(server, owner, 'user-1', 'acme-corp')
  if (!user) throw new Error('The user is not stored.')
  return user
}
const asSent = { email: 'ada@a.example', displayName: 'Ada', groups: ['groups:editors', 'tenantGroups:sales'], values: { 'embed:plan': 3 } }

const groupId = async (owner: Actor, name: string): Promise<number> => {
  const { items } = await owner.api.listEmbedGroups({ params: { embedTenantName: 'acme-corp' }, query: {} })
  const found = items.find((group) => group.name === name)
  if (!found) throw new Error(`There is no group ${name}.`)
  return found.id
}

const given = async (): Promise<Actor> => {
  const owner = await givenCatalogs(server)
  await mint(owner, request)
  return owner
}

const it = test.extend('owner', () => givenCatalogs(server)).extend('setup', () => given())

describe('the same request twice', () => {
  it('leaves the row of the user untouched', async ({ setup: owner }) => {
    const before = await stored(owner)

    await mint(owner, request)

    expect(await stored(owner)).toEqual(before)
    expect(before).toMatchObject({ ...asSent, hasFingerprint: true })
  })

  it('leaves it untouched also when only the session differs: context, settings, theme', async ({ setup: owner }) => {
    const before = await stored(owner)

    await mint(owner, { ...request, securityContext: { n: 2 }, settings: { showDashboardChat: true }, embedTheme: { primaryColor: 'red' } })

    expect(await stored(owner)).toEqual(before)
  })

  it.each([
    ['email', { email: 'b@a.example' }, { email: 'b@a.example' }],
    ['displayName', { userProfile: { displayName: 'B' } }, { displayName: 'B' }],
    ['picture', { userProfile: { picture: 'https://a.example/' } }, { picture: 'https://a.example/' }],
    ['groups', { groups: ['readers'] }, { groups: ['groups:readers', 'tenantGroups:sales'] }],
    ['tenantGroups', { tenantGroups: [] }, { groups: ['groups:editors'] }],
    ['userAttributes', { userAttributes: [{ name: 'plan', value: 4 }] }, { values: { 'embed:plan': 4 } }],
    ['a value that is cleared', { userAttributes: [{ name: 'plan', value: null }] }, { values: {} }],
  ])('but for %s updates the user', async (_, changed, expected) => {
    const owner = await given()
    const before = await stored(owner)

    await mint(owner, { ...request, ...changed })

    const after = await stored(owner)
    expect(after).toMatchObject(expected)
    expect(after.version).not.toBe(before.version)
  })

  it('but for the mode is resolved in the other catalog', async ({ owner }) => {
    const body = { externalId: 'user-1', embedTenantName: 'acme-corp', groups: [] }
    await mint(owner, { ...body, groups: ['premium'] })
    await mint(owner, { ...body, creatorMode: true })
    expect((await stored(owner)).groups).toEqual(['wide:premium'])

    await mint(owner, body)

    expect((await stored(owner)).groups).toEqual([])
  })
})

describe('between two identical requests', () => {
  it('a member who was removed is one again', async ({ setup: owner }) => {
    const params = { embedTenantName: 'acme-corp', groupId: await groupId(owner, 'editors') }
    await owner.api.removeEmbedGroupMembers({ params, body: { members: [{ externalId: 'user-1' }] } })
    expect(await stored(owner)).toMatchObject({ groups: ['tenantGroups:sales'], hasFingerprint: false })

    await mint(owner, request)

    expect(await stored(owner)).toMatchObject({ ...asSent, hasFingerprint: true })
  })

  it('a membership that was added is taken back', async ({ setup: owner }) => {
    const params = { embedTenantName: 'acme-corp', groupId: await groupId(owner, 'readers') }
    await owner.api.addEmbedGroupMembers({ params, body: { members: [{ externalId: 'user-1' }] } })
    expect(await stored(owner)).toMatchObject({ hasFingerprint: false, groups: expect.arrayContaining(['groups:readers']) as string[] })

    await mint(owner, request)

    expect(await stored(owner)).toMatchObject(asSent)
  })

  it('a value that was set is overwritten', async ({ owner }) => {
    const body = { externalId: 'user-1', embedTenantName: 'acme-corp', userAttributes: [{ name: 'seats', value: 3 }] }
    await mint(owner, body)
    const { items } = await owner.api.getUserAttributes({ query: { name: 'seats' } })
    const { id } = await stored(owner)
    await owner.api.upsertUserAttributeValue({ body: { userId: String(id), userAttributeId: String(items[0]?.id), value: 9 } })
    expect(await stored(owner)).toMatchObject({ values: { seats: 9 }, hasFingerprint: false })

    const frozen = await frozenOf(server, owner, await mint(owner, body))

    expect(await stored(owner)).toMatchObject({ values: { seats: 3 } })
    expect(frozen.userAttributes).toEqual({ seats: 3 })
  })

  it('a definition someone else changed is brought back to what the request says', async ({ owner }) => {
    const defining = { ...request, groupDefinitions: [{ name: 'editors', description: 'Ours' }] }
    await mint(owner, defining)
    const params = { embedTenantName: 'acme-corp', groupId: await groupId(owner, 'editors') }
    await owner.api.updateEmbedGroup({ params, body: { description: 'Theirs' } })

    await mint(owner, defining)

    expect(await owner.api.getEmbedGroup({ params })).toMatchObject({ description: 'Ours' })
  })

  it('a default another request changed is brought back, and holds for the session', async ({ owner }) => {
    const defining = (defaultValue: string, externalId: string) =>
      mint(owner, { ...creator, externalId, userAttributeDefinitions: [{ name: 'tier', type: 'string', defaultValue }] })
    await defining('free', 'user-1')
    await defining('gold', 'user-2')

    const frozen = await frozenOf(server, owner, await defining('free', 'user-1'))

    expect(frozen.userAttributes).toEqual({ tier: 'free' })
  })

  it('an attribute that was deleted and made anew has the value of the request, not the old one', async ({ owner }) => {
    const defining = { ...request, userAttributeDefinitions: [{ name: 'plan', type: 'number' as const }] }
    await mint(owner, defining)
    const embed = { embedTenantName: 'acme-corp' }
    const { items } = await owner.api.listEmbedUserAttributes({ params: embed, query: {} })
    const userAttributeId = items.find(({ name }) => name === 'plan')?.id ?? 0
    await owner.api.deleteEmbedUserAttribute({ params: { ...embed, userAttributeId } })
    await mint(owner, { ...defining, externalId: 'user-2', userAttributes: [] })

    const frozen = await frozenOf(server, owner, await mint(owner, defining))

    expect(frozen.userAttributes).toEqual({ plan: 3 })
    expect(await stored(owner)).toMatchObject({ values: { 'embed:plan': 3 } })
  })

  it('a group that was deleted is no longer found, and one of the name made anew is another', async ({ owner }) => {
    const body = { externalId: 'user-1', embedTenantName: 'acme-corp', groups: ['premium'] }
    await mint(owner, body)
    const { items } = await owner.api.listGroups({ query: {} })
    await owner.api.deleteGroup({ params: { groupId: items.find(({ name }) => name === 'premium')?.id ?? 0 } })

    await expect(mint(owner, body)).rejects.toMatchObject({ message: 'Groups with names premium not found' })
    await owner.api.createGroup({ body: { name: 'premium' } })
    const frozen = await frozenOf(server, owner, await mint(owner, body))

    expect(frozen.groups).toEqual(['premium', 'system:tenant:acme-corp'])
    expect((await stored(owner)).groups).toEqual(['wide:premium'])
  })

  it('an embed tenant that was deleted is made anew, with nothing of the old one', async ({ setup: owner }) => {
    await owner.api.deleteEmbedTenant({ params: { embedTenantName: 'acme-corp' } })

    await expect(mint(owner, request)).rejects.toMatchObject({ code: 'user_attributes_not_found' })
    const frozen = await frozenOf(server, owner, await mint(owner, { externalId: 'user-1', ...creator }))

    expect(frozen).toMatchObject({ groups: ['system:tenant:acme-corp'], userAttributes: {} })
  })
})
