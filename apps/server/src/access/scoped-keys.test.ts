import type { ApiKeyScope } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { type Actor, givenAttribute, givenEmbedTenant, givenEmbedUser, givenKey, givenUser, useServer } from '#test'

const server = useServer('shared')

const outside = { status: 403, code: 'outside_key_scope' }

/** A tenant with two embed tenants and a user in each, and a key of its administrator that is scoped to the first. */
const given = async (scope: ApiKeyScope = {}) => {
  const owner = await server.admin()
  const [own, other] = [await givenEmbedTenant(server, owner, 'storefront'), await givenEmbedTenant(server, owner, 'backoffice')]
  const ownUser = await givenEmbedUser(server, owner, own)
  const otherUser = await givenEmbedUser(server, owner, other)
  const key = await givenKey(server, owner, { embedTenants: ['storefront'], ...scope })
  return { owner, own, other, ownUser, otherUser, key }
}

const valueOf = (userId: number, userAttributeId: number) => ({
  body: { userId: String(userId), userAttributeId: String(userAttributeId), value: 'x' },
})

describe('a key scoped to embed tenants', () => {
  it.each<[string, (key: Actor) => Promise<unknown>]>([
    ['creates no administrator', ({ api }) => api.createUser({ body: { email: 'a@b.example', username: 'mallory', isAdmin: true } })],
    ['reads no variables', ({ api, deploymentId }) => api.getEnvVariables({ params: { deploymentId } })],
    ['changes no settings of the tenant', ({ api }) => api.updateTenantSettings({ body: { auditLogEnabled: false } })],
    ['changes no deployment', ({ api, deploymentId }) => api.updateDeployment({ params: { deploymentId }, body: { name: 'Mine' } })],
    ['reads no audit trail', ({ api }) => api.listAuditLogs()],
    ['makes no service account', ({ api }) => api.createServiceAccount({ body: { name: 'mine', role: 'Admin' } })],
  ])('%s', async (_, act) => {
    const { owner, key } = await given()

    await expect(act(key)).rejects.toMatchObject(outside)
    await expect(act(owner)).resolves.toBeDefined()
  })

  it('neither reads nor writes attributes of users of another embed tenant, of none, or of the tenant itself', async () => {
    const { owner, own, other, ownUser, otherUser, key } = await given()
    const attributeId = await givenAttribute(owner)
    const outsideAll = await givenEmbedUser(server, owner, { embedTenantId: 0 })
    const hidden = { status: 404, code: 'user_not_found' }

    for (const userId of [otherUser.embedUserId, outsideAll.embedUserId, await givenUser(owner)]) {
      await expect(key.api.upsertUserAttributeValue(valueOf(userId, attributeId))).rejects.toMatchObject(hidden)
      await expect(key.api.getUserAttributeValues({ params: { userId } })).rejects.toMatchObject(hidden)
      await expect(owner.api.upsertUserAttributeValue(valueOf(userId, attributeId))).resolves.toMatchObject({ value: 'x' })
    }
    expect([own.embedTenantId === other.embedTenantId, ownUser.embedUserId > 0]).toEqual([false, true])
    await expect(key.api.upsertUserAttributeValue(valueOf(ownUser.embedUserId, attributeId))).resolves.toMatchObject({ value: 'x' })
    await expect(key.api.getUserAttributeValues({ params: { userId: ownUser.embedUserId } })).resolves.toHaveLength(1)
  })

  it('sees and deletes itself and the keys it made, and no other of its owner', async () => {
    const { owner, key } = await given()
    const made = await givenKey(server, key)
    const { items: all } = await owner.api.listApiKeys()
    const hidden = { status: 404, code: 'api_key_not_found' }

    expect((await key.api.listApiKeys()).items.map(({ id }) => id)).toEqual([key.keyId, made.keyId])
    for (const { id } of all.filter((one) => one.id !== key.keyId && one.id !== made.keyId)) {
      await expect(key.api.getApiKey({ params: { apiKeyId: id } })).rejects.toMatchObject(hidden)
      await expect(key.api.deleteApiKey({ params: { apiKeyId: id } })).rejects.toMatchObject(hidden)
    }
    await expect(key.api.deleteApiKey({ params: { apiKeyId: made.keyId } })).resolves.toEqual({ success: true })
  })

  it('lists, manages and deletes its own embed tenants', async () => {
    const { key, ownUser } = await given()
    const params = { embedTenantName: 'storefront' }

    expect((await key.api.listEmbedTenants()).items.map(({ name }) => name)).toEqual(['storefront'])
    expect((await key.api.listEmbedUsers({ params })).items.map(({ id }) => id)).toEqual([ownUser.embedUserId])
    const { id: groupId } = await key.api.createEmbedGroup({ params, body: { name: 'editors' } })
    const members = { members: [{ externalId: 'newcomer' }] }
    await expect(key.api.addEmbedGroupMembers({ params: { ...params, groupId }, body: members })).resolves.toMatchObject({
      addedMembers: [{ externalId: 'newcomer' }],
    })
    await expect(key.api.deleteEmbedTenant({ params: { embedTenantName: 'backoffice' } })).rejects.toMatchObject(outside)
    await key.api.deleteEmbedTenant({ params })
  })

  it('ends the sessions of its embed tenants, however their names are written, and of no other', async () => {
    const { key } = await given()

    await expect(key.api.revokeEmbedSessions({ body: { embedTenantName: 'StoreFront' } })).resolves.toBeDefined()
    await expect(key.api.revokeEmbedSessions({ body: { embedTenantName: 'BackOffice' } })).rejects.toMatchObject(outside)
  })

  it('mints for no internal user, not even in its embed tenant', async () => {
    const { owner, key } = await given()
    const userId = await givenUser(owner, { isAdmin: true })
    const { items } = await owner.api.listUsers()
    const internalId = items.find(({ id }) => id === userId)?.username ?? ''
    const body = { deploymentId: owner.deploymentId, internalId, embedTenantName: 'storefront' }

    await expect(key.api.generateSession({ body })).rejects.toMatchObject(outside)
    await expect(owner.api.generateSession({ body })).resolves.toMatchObject({ sessionId: expect.any(String) })
  })

  it('makes no key that reaches further, in whichever dimension', async () => {
    const { owner, key } = await given()
    const exceeds = { status: 403, code: 'key_exceeds_creator' }

    for (const body of [
      { tenantWide: true },
      { embedTenants: ['storefront', 'backoffice'] },
      { tenantWide: true, embedTenants: ['storefront'] },
    ])
      await expect(key.api.createApiKey({ body: { name: 'wider', ...body } })).rejects.toMatchObject(exceeds)
    const onDeployment = await givenKey(server, key, { deploymentIds: [owner.deploymentId] })
    for (const { api, deploymentId } of [onDeployment])
      await expect(api.getDeployment({ params: { deploymentId } })).rejects.toMatchObject(outside)
  })

  it('reaches the tenant and its deployments when that was granted, and still no other embed tenant', async () => {
    const { key, otherUser } = await given({ tenantWide: true })
    const { deploymentId } = key

    await expect(key.api.getTenantSettings()).resolves.toBeDefined()
    await expect(key.api.getEnvVariables({ params: { deploymentId } })).resolves.toBeDefined()
    await expect(key.api.listEmbedUsers({ params: { embedTenantName: 'backoffice' } })).rejects.toMatchObject(outside)
    await expect(key.api.getUserAttributeValues({ params: { userId: otherUser.embedUserId } })).rejects.toMatchObject({
      code: 'user_not_found',
    })
  })
})

describe('a key scoped to deployments', () => {
  it('is told that embed tenants are none of its own, in place of an empty list', async () => {
    const { owner } = await given()
    const key = await givenKey(server, owner, { deploymentIds: [owner.deploymentId] })

    await expect(key.api.listEmbedTenants()).rejects.toMatchObject(outside)
    await expect(key.api.listEmbedUsers({ params: { embedTenantName: 'storefront' } })).rejects.toMatchObject(outside)
  })

  it('sees and ends the sessions of those, which it could have minted', async () => {
    const { owner } = await given()
    const key = await givenKey(server, owner, { deploymentIds: [owner.deploymentId] })
    const elsewhere = await givenKey(server, owner, { deploymentIds: [owner.deploymentId + 1] })
    await key.api.generateSession({ body: { deploymentId: owner.deploymentId, externalId: 'ada' } })

    const { items } = await key.api.listEmbedSessions()
    expect(items).toMatchObject([{ username: 'ada' }])
    expect((await elsewhere.api.listEmbedSessions()).items).toEqual([])
    const params = { embedSessionId: items[0]?.id ?? '' }
    await expect(elsewhere.api.revokeEmbedSession({ params })).rejects.toMatchObject({ code: 'session_not_found' })
    await expect(elsewhere.api.revokeEmbedSessions({ body: { deploymentId: owner.deploymentId } })).rejects.toMatchObject(outside)
    await expect(key.api.revokeEmbedSession({ params })).resolves.toMatchObject({ state: 'revoked' })
  })

  it('and to embed tenants reaches sessions in both, and neither the deployment nor the embed tenant as a whole', async () => {
    const { owner } = await given()
    const { deploymentId } = owner
    const key = await givenKey(server, owner, { deploymentIds: [deploymentId], embedTenants: ['storefront'] })
    const mint = (by: Actor, embedTenantName: string) =>
      by.api.generateSession({ body: { deploymentId, externalId: 'ada', embedTenantName } })

    await mint(key, 'storefront')
    await mint(owner, 'backoffice')
    await expect(mint(key, 'backoffice')).rejects.toMatchObject(outside)
    expect((await key.api.listEmbedSessions()).items.map((one) => one.embedTenantName)).toEqual(['storefront'])
    await expect(key.api.getDeployment({ params: { deploymentId } })).rejects.toMatchObject(outside)
    await expect(key.api.listEmbedUsers({ params: { embedTenantName: 'storefront' } })).rejects.toMatchObject(outside)
    await expect(key.api.revokeEmbedSessions({ body: { embedTenantName: 'storefront' } })).rejects.toMatchObject(outside)
    await expect(key.api.revokeEmbedSessions({ body: { deploymentId } })).rejects.toMatchObject(outside)
  })
})
