import { describe, expect, it } from 'vitest'
import { givenAttribute, givenEmbedTenant, givenEmbedUser, givenKey, givenUser, useServer } from '#test'

const server = useServer('shared')

const outside = { status: 403, code: 'outside_key_scope' }

/** A tenant with two embed tenants and a user in each, and a key of its administrator that is scoped to the first. */
const given = async () => {
  const owner = await server.admin()
  const [own, other] = [await givenEmbedTenant(server, owner, 'storefront'), await givenEmbedTenant(server, owner, 'backoffice')]
  const ownUser = await givenEmbedUser(server, owner, own)
  const otherUser = await givenEmbedUser(server, owner, other)
  const key = await givenKey(server, owner, { embedTenants: ['storefront'] })
  return { owner, own, other, ownUser, otherUser, key }
}

const valueOf = (userId: number, userAttributeId: number) => ({
  body: { userId: String(userId), userAttributeId: String(userAttributeId), value: 'x' },
})

describe('a key scoped to embed tenants', () => {
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
})
